/*
 * Messages of a browser page: a row for each name, with the function that reads its JSON.
 */
#include "server/session/page/page_message.h"

#include <string.h>

#include <jansson.h>
#include <sodium.h>

#include "server/net/gmcp.h"

/* Copies text without controls, which would act as typed keys: a line feed would make two lines of
   one. Bytes beyond ASCII are kept, because jansson accepts only well-formed UTF-8. */
static void copy_without_controls(const char *text, size_t length, char *out)
{
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)text[i] >= ' ' && text[i] != 0x7f)
            *out++ = text[i];
    }
    *out = '\0';
}

/* Copies a text of 1 to `length_max` bytes. False: it is none. */
static bool copy_text(const json_t *value, size_t length_max, char *out)
{
    size_t length = json_string_length(value);

    if (!json_is_string(value) || length < 1 || length > length_max)
        return false;
    copy_without_controls(json_string_value(value), length, out);
    return true;
}

static bool copy_number(const json_t *value, uint32_t *out)
{
    json_int_t number = json_integer_value(value);

    if (!json_is_integer(value) || number < 0 || number > PAGE_NUMBER_MAX)
        return false;
    *out = (uint32_t)number;
    return true;
}

static bool take_line(const json_t *value, struct page_message *out)
{
    const json_t *text = json_object_get(value, "text");
    size_t length = json_string_length(text);

    if (!json_is_string(text) || !copy_number(json_object_get(value, "n"), &out->number))
        return false;
    out->is_too_long = length > PAGE_LINE_MAX;
    if (!out->is_too_long)
        copy_without_controls(json_string_value(text), length, out->text);
    /* The text may be a password, and jansson frees without wiping. */
    sodium_memzero((void *)(uintptr_t)json_string_value(text), length);
    return true;
}

static bool take_cancel(const json_t *value, struct page_message *out)
{
    return copy_number(json_object_get(value, "n"), &out->number);
}

static bool take_nothing(const json_t *value, struct page_message *out)
{
    (void)out;
    return value == NULL || json_is_object(value);
}

static bool take_watch(const json_t *value, struct page_message *out)
{
    return copy_text(json_object_get(value, "name"), PAGE_NAME_MAX, out->text);
}

static bool take_resume(const json_t *value, struct page_message *out)
{
    return copy_text(json_object_get(value, "token"), PAGE_TOKEN_MAX, out->text) &&
           copy_number(json_object_get(value, "line"), &out->number);
}

static bool take_face(const json_t *value, struct page_message *out)
{
    const char *face = json_is_string(value) ? json_string_value(value) : "";

    out->wants_words = strcmp(face, "words") == 0;
    return out->wants_words || strcmp(face, "map") == 0;
}

struct message_row {
    const char *name;
    bool (*take)(const json_t *value, struct page_message *out);
};

static const struct message_row message_table[PAGE_MESSAGE_KIND_COUNT] = {
    [PAGE_MESSAGE_LINE] = {"Input.Line", take_line},
    [PAGE_MESSAGE_CANCEL] = {"Input.Cancel", take_cancel},
    [PAGE_MESSAGE_GUEST] = {"Session.Guest", take_nothing},
    [PAGE_MESSAGE_WATCH] = {"Session.Watch", take_watch},
    [PAGE_MESSAGE_RESUME] = {"Session.Resume", take_resume},
    [PAGE_MESSAGE_FACE] = {"Page.Face", take_face},
    [PAGE_MESSAGE_STAY] = {"Login.Stay", take_nothing},
};

enum page_verdict page_message_read(const char *text, size_t length, struct page_message *out)
{
    size_t name_length = gmcp_name_length(text, length);
    enum page_message_kind kind = PAGE_MESSAGE_LINE;
    json_t *value = NULL;

    while (kind < PAGE_MESSAGE_KIND_COUNT &&
           !gmcp_is_name(text, name_length, message_table[kind].name))
        kind++;
    *out = (struct page_message){.kind = kind};
    if (kind == PAGE_MESSAGE_KIND_COUNT)
        return PAGE_VERDICT_OTHER;
    bool is_right = gmcp_read_value(text + name_length, length - name_length, &value) &&
                    message_table[kind].take(value, out);
    json_decref(value);
    return is_right ? PAGE_VERDICT_MESSAGE : PAGE_VERDICT_JUNK;
}
