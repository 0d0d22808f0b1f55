/*
 * The catalogue of set pieces.
 */
#include "content/setpiece.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/hash.h"
#include "content/setpiece_file.h"

static const char *const kind_names[SETPIECE_KIND_COUNT] = {
    [SETPIECE_POCKET] = "pocket",
    [SETPIECE_AREA] = "area",
    [SETPIECE_LANDMARK] = "landmark",
    [SETPIECE_ARRIVAL] = "arrival",
};

const char *setpiece_kind_name(enum setpiece_kind kind)
{
    CHECK((unsigned)kind < SETPIECE_KIND_COUNT);
    return kind_names[kind];
}

bool setpiece_is_at(const struct setpiece *piece, int depth)
{
    return depth >= piece->depth_first && depth <= piece->depth_last;
}

const struct setpiece *setpieces_find(const struct setpieces *pieces, const char *name)
{
    for (size_t i = 0; i < pieces->count; i++) {
        if (strcmp(pieces->rows[i].name, name) == 0)
            return &pieces->rows[i];
    }
    return NULL;
}

void setpieces_release(struct setpieces *pieces)
{
    free(pieces->rows);
    *pieces = (struct setpieces){0};
}

/* Two files of one name would be one to every reader. */
static enum err refuse_name_twice(const struct setpieces *pieces, struct setpiece_fault *out_fault)
{
    const struct setpiece *last = &pieces->rows[pieces->count - 1];
    const struct setpiece *found = setpieces_find(pieces, last->name);

    if (found == last)
        return ERR_OK;
    out_fault->line = 1;
    snprintf(out_fault->cause, sizeof out_fault->cause, "the name is that of %s", found->file);
    return ERR_FORMAT;
}

enum err setpieces_read(const struct setpiece_text *texts, size_t count, struct setpieces *out,
                        struct setpiece_fault *out_fault)
{
    struct hash hash;
    enum err error = ERR_OK;

    *out = (struct setpieces){0};
    *out_fault = (struct setpiece_fault){0};
    if (count > SETPIECES_MAX)
        return ERR_TOO_BIG;
    out->rows = calloc(count + 1, sizeof *out->rows);
    if (out->rows == NULL)
        return ERR_MEMORY;
    hash_init(&hash);
    for (size_t i = 0; i < count && error == ERR_OK; i++) {
        struct setpiece *row = &out->rows[out->count++];
        out_fault->file = texts[i].file;
        error = setpiece_read(texts[i].text, texts[i].length, row, out_fault);
        snprintf(row->file, sizeof row->file, "%s", texts[i].file);
        if (error == ERR_OK)
            error = refuse_name_twice(out, out_fault);
        hash_bytes(&hash, texts[i].file, strlen(texts[i].file) + 1);
        hash_bytes(&hash, texts[i].text, texts[i].length);
    }
    out->hash = hash.value;
    if (error != ERR_OK)
        setpieces_release(out);
    return error;
}

enum err setpieces_read_beside(const struct setpiece_text *texts, size_t count,
                               struct setpieces *out, struct setpiece_fault *out_fault)
{
    struct setpiece_text all[SETPIECES_MAX];
    size_t builtin = 0;

    *out = (struct setpieces){0};
    while (setpiece_texts[builtin].file != NULL && builtin < SETPIECES_MAX) {
        all[builtin] = setpiece_texts[builtin];
        builtin++;
    }
    if (count > SETPIECES_MAX - builtin)
        return ERR_TOO_BIG;
    if (count > 0)
        memcpy(all + builtin, texts, count * sizeof *texts);
    return setpieces_read(all, builtin + count, out, out_fault);
}

enum err setpieces_builtin(struct setpieces *out)
{
    struct setpiece_fault fault;
    enum err error = setpieces_read_beside(NULL, 0, out, &fault);

    CHECK(error == ERR_OK || error == ERR_MEMORY);
    return error;
}
