/*
 * A host's name, welcome and rules, as telnet shows them.
 */
#include <stdio.h>
#include <string.h>

#include "hall.h"
#include "support/test.h"

static struct hall hall;
static struct guest ada;

static void set_up(void)
{
    hall_open(&hall);
}

static void tear_down(void)
{
    guest_close(&ada);
    hall_close(&hall);
}

static void settle(const char *name, const char *welcome, const char *rules, const char *contact)
{
    struct base *base = &hall.server.base;

    snprintf(base->options.name, OPTION_TEXT_SIZE, "%s", name);
    snprintf(base->options.contact, OPTION_TEXT_SIZE, "%s", contact);
    snprintf(base->host_texts.text[HOST_WELCOME], HOST_TEXT_SIZE, "%s", welcome);
    snprintf(base->host_texts.text[HOST_RULES], HOST_TEXT_SIZE, "%s", rules);
}

TEST_FIXTURE(set_up, tear_down);

TEST(the_welcome_stands_above_the_name_prompt)
{
    static const struct {
        const char *name;
        const char *welcome;
        const char *rules;
        const char *greeting;
    } rows[] = {
        {"Undercroft", "", "",
         "Undercroft: 0 players online. New here? Type a name.\r\n"
         "(help, who, watch, reader and quit also work here)\r\n"},
        {"The Salt Mine", "Come in.\nSit down.\n", "Be kind.\n",
         "Come in.\r\nSit down.\r\nThe Salt Mine: 0 players online. New here? Type a name.\r\n"
         "(help, who, watch, reader, rules and quit also work here)\r\n"},
        {"A name of thirty-one letters...", "", "",
         "A name of thirty-one letters....\r\n0 players online."},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        settle(rows[i].name, rows[i].welcome, rows[i].rules, "");
        guest_open(&ada, &hall, GUEST_MUTE, "ada");
        guest_expect(&ada, "Name:");
        ck_assert_msg(guest_hears(&ada, rows[i].greeting), "%s", ada.heard);
        guest_close(&ada);
    }
}

TEST(rules_are_a_word_at_the_prompt_and_in_play)
{
    settle("Undercroft", "", "Be kind.\n", "ada@example.org");
    guest_open(&ada, &hall, GUEST_MUTE, "ada");
    guest_expect(&ada, "Name:");
    guest_type(&ada, "rules\r\n");
    guest_expect(&ada, "Be kind.\r\nThe host: ada@example.org\r\n");
    guest_close(&ada);
    guest_join(&ada, &hall, GUEST_LINE, "ada");
    guest_type(&ada, "rules\r\n");
    guest_expect(&ada, "Be kind.\r\nThe host: ada@example.org\r\n");
    settle("Undercroft", "", "", "");
    guest_type(&ada, "rules\r\n");
    guest_expect(&ada, "The host has set no rules.\r\n");
}
