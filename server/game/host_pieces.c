/*
 * Set pieces of the host are text files in a folder; they are read by the same reader as the pieces
 * that are built in (content/setpiece.c).
 */
#include "server/game/host_pieces.h"

#include <stdio.h>

#include "gen/gen.h"
#include "server/base/text_folder.h"

static enum err read_texts(const char *path, const struct text_folder *folder,
                           struct setpieces *out, char cause[HOST_PIECES_CAUSE_SIZE])
{
    struct setpiece_text texts[TEXT_FOLDER_FILES_MAX];
    struct setpiece_fault fault;

    for (size_t i = 0; i < folder->count; i++) {
        const struct text_file *file = &folder->files[i];
        texts[i] = (struct setpiece_text){file->name, file->text, file->length};
    }
    enum err error = setpieces_read_beside(texts, folder->count, out, &fault);
    if (error == ERR_OK)
        error = gen_check_themes(out, &fault);
    if (error == ERR_FORMAT)
        snprintf(cause, HOST_PIECES_CAUSE_SIZE, "%s/%s:%d: %s", path, fault.file, fault.line,
                 fault.cause);
    if (error != ERR_OK)
        setpieces_release(out); /* the fault may name a file in it */
    if (error != ERR_TOO_BIG)
        return error;
    snprintf(cause, HOST_PIECES_CAUSE_SIZE, "%s: more than %d set pieces with those built in", path,
             SETPIECES_MAX);
    return ERR_FORMAT;
}

enum err host_pieces_read(const char *folder, struct setpieces *out,
                          char cause[HOST_PIECES_CAUSE_SIZE])
{
    struct text_folder *texts;

    _Static_assert((int)TEXT_FOLDER_CAUSE_SIZE <= (int)HOST_PIECES_CAUSE_SIZE,
                   "what is wrong with a folder fits");
    if (folder[0] == '\0')
        return setpieces_builtin(out);
    *out = (struct setpieces){0};
    enum err error = text_folder_read(folder, CONTENT_FILE_MAX, &texts, cause);
    if (error != ERR_OK)
        return error;
    error = read_texts(folder, texts, out, cause);
    text_folder_free(texts);
    return error;
}
