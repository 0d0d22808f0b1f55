/*
 * The texts of a folder, read as set pieces.
 */
#include "server/tools/mapgen/folder.h"

#include <stdio.h>

#include "server/base/text_folder.h"

_Static_assert((int)TEXT_FOLDER_NAME_MAX <= (int)SETPIECE_FILE_NAME_MAX,
               "the name of a file fits a set piece");

enum err folder_read(const char *path, bool is_beside, struct setpieces *out)
{
    struct setpiece_text texts[TEXT_FOLDER_FILES_MAX];
    char cause[TEXT_FOLDER_CAUSE_SIZE];
    struct setpiece_fault fault;
    struct text_folder *folder;
    enum err error = text_folder_read(path, SETPIECE_FILE_MAX, &folder, cause);

    if (error == ERR_FORMAT)
        fprintf(stderr, "undercroft-mapgen: %s\n", cause);
    if (error != ERR_OK)
        return error;
    for (size_t i = 0; i < folder->count; i++) {
        const struct text_file *file = &folder->files[i];
        texts[i] = (struct setpiece_text){file->name, file->text, file->length};
    }
    error = is_beside ? setpieces_read_beside(texts, folder->count, out, &fault)
                      : setpieces_read(texts, folder->count, out, &fault);
    if (error == ERR_FORMAT)
        fprintf(stderr, "%s/%s:%d: %s\n", path, fault.file, fault.line, fault.cause);
    text_folder_free(folder);
    return error;
}
