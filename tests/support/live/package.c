#include "support/live/package.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

enum { MESSAGE_SIZE = 16 * 1024, START_SIZE = 128 };

json_t *package_newest(const struct program *program, const char *name)
{
    char text[MESSAGE_SIZE];
    char start[START_SIZE];
    json_error_t error;
    const char *found = NULL;

    snprintf(start, sizeof start, "\xff\xfa\xc9%s ", name);
    for (const char *at = program->heard; (at = strstr(at, start)) != NULL; at++)
        found = at + strlen(start);
    if (found == NULL)
        return NULL;
    const char *end = strstr(found, "\xff\xf0");
    ck_assert_ptr_nonnull(end);
    snprintf(text, sizeof text, "%.*s", (int)(end - found), found);
    json_t *value = json_loads(text, JSON_DECODE_ANY, &error);
    ck_assert_msg(value != NULL, "%s: %s in %s", name, error.text, text);
    return value;
}

long long package_number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);

    ck_assert_msg(json_is_integer(value), "\"%s\" is no number", key);
    return json_integer_value(value);
}

const char *package_text(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);

    ck_assert_msg(json_is_string(value), "\"%s\" is no text", key);
    return json_string_value(value);
}
