/*
 * The files of the page, packed once at the start: comments and indentation of scripts and styles
 * are left out, the hash of all is put where one names another, then each is compressed.
 */
#include "server/net/web/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>
#include <zlib.h>

enum {
    HASH_BYTES = 8,
    GZIP_WINDOW_BITS = 15 + 16, /* 16: with gzip's head and sum */
    GZIP_MEMORY_LEVEL = 9,
};

static const char hash_mark[] = "?v=HASH";
enum { MARK_PREFIX = 3 /* bytes of a mark that stay */ };

/* A version of a file. Older versions stay, because answers may still point into them. */
struct entry {
    struct web_file file;
    struct entry *older; /* owned */
};

struct web_files {
    struct entry **entries; /* the newest version of each file, in the order of the assets; owned */
    char hash[WEB_HASH_SIZE];
};

static const struct {
    const char *ending;
    const char *type;
    bool is_text;      /* it is compressed, and may name other files */
    bool has_comments; /* as in C, which browsers do not need */
} type_table[] = {
    {".html", "text/html; charset=utf-8", true, false},
    {".css", "text/css; charset=utf-8", true, true},
    {".js", "text/javascript; charset=utf-8", true, true},
    {".webmanifest", "application/manifest+json", true, false},
    {".svg", "image/svg+xml", true, false},
    {".txt", "text/plain; charset=utf-8", true, false},
    {".png", "image/png", false, false},
    {".ico", "image/x-icon", false, false},
};

/* Returns the row of the file's type, which every embedded file has. */
static size_t type_of(const char *path)
{
    size_t count = sizeof type_table / sizeof type_table[0];
    size_t length = strlen(path);
    size_t i = 0;

    for (; i + 1 < count; i++) {
        size_t ending = strlen(type_table[i].ending);
        if (length > ending && strcmp(path + length - ending, type_table[i].ending) == 0)
            break;
    }
    return i;
}

static void write_hash(crypto_generichash_state *state, char out[WEB_HASH_SIZE])
{
    uint8_t hash[crypto_generichash_BYTES];

    crypto_generichash_final(state, hash, sizeof hash);
    sodium_bin2hex(out, WEB_HASH_SIZE, hash, HASH_BYTES);
}

static void hash_all(char out[WEB_HASH_SIZE])
{
    crypto_generichash_state state;

    crypto_generichash_init(&state, NULL, 0, crypto_generichash_BYTES);
    for (size_t i = 0; i < web_asset_count; i++) {
        const struct web_asset *asset = &web_assets[i];
        crypto_generichash_update(&state, (const uint8_t *)asset->path, strlen(asset->path) + 1);
        crypto_generichash_update(&state, asset->data, asset->length);
    }
    write_hash(&state, out);
}

static const uint8_t *find_mark(const uint8_t *data, size_t length)
{
    size_t mark = sizeof hash_mark - 1;

    for (size_t i = 0; i + mark <= length; i++) {
        if (memcmp(data + i, hash_mark, mark) == 0)
            return data + i;
    }
    return NULL;
}

/* Appends the text with the hash in place of each mark. */
static enum err put_hash(const uint8_t *data, size_t length, const char *hash, struct bytes *out)
{
    enum err error = ERR_OK;
    const uint8_t *mark;

    while (error == ERR_OK && (mark = find_mark(data, length)) != NULL) {
        size_t before = (size_t)(mark - data);
        error = bytes_append(out, data, before + MARK_PREFIX);
        if (error == ERR_OK)
            error = bytes_append_text(out, hash);
        data = mark + sizeof hash_mark - 1;
        length -= before + sizeof hash_mark - 1;
    }
    return error == ERR_OK ? bytes_append(out, data, length) : error;
}

static bool begins(const uint8_t *at, const uint8_t *end, const char two[2])
{
    return end - at >= 2 && memcmp(at, two, 2) == 0;
}

/*
 * Appends a script or a style sheet without the blanks before each line, and without comments that
 * begin a line. All lines stay, so that a browser tells of a fault in the line of the source. No
 * string may go over several lines (tests/web/unit/pure.mjs looks).
 */
static enum err put_trimmed(const uint8_t *data, size_t length, struct bytes *out)
{
    const uint8_t *end = data + length;
    enum err error = ERR_OK;
    bool is_comment = false;

    for (const uint8_t *at = data; at < end && error == ERR_OK;) {
        const uint8_t *found = memchr(at, '\n', (size_t)(end - at));
        const uint8_t *next = found == NULL ? end : found;
        while (at < next && (*at == ' ' || *at == '\t'))
            at++;
        if (!is_comment && begins(at, next, "/*")) {
            is_comment = true;
            at += 2;
        }
        while (is_comment && at < next) {
            is_comment = !begins(at, next, "*/");
            at += is_comment ? 1 : 2;
        }
        error = bytes_append(out, at, (size_t)(next - at) + (next < end));
        at = next < end ? next + 1 : end;
    }
    return error;
}

/* Compresses a file with gzip. `out` stays empty if the result is not shorter. */
static enum err pack(const struct bytes *plain, struct bytes *out)
{
    z_stream stream = {.next_in = plain->data, .avail_in = (uInt)plain->length};

    enum err error = bytes_reserve(out, plain->length);
    if (error != ERR_OK || plain->length == 0)
        return error;
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_WINDOW_BITS, GZIP_MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return ERR_MEMORY;
    stream.next_out = out->data;
    stream.avail_out = (uInt)plain->length;
    if (deflate(&stream, Z_FINISH) == Z_STREAM_END)
        out->length = plain->length - stream.avail_out;
    deflateEnd(&stream);
    return ERR_OK;
}

static void free_entry(struct entry *entry)
{
    while (entry != NULL) {
        struct entry *older = entry->older;
        bytes_release(&entry->file.plain);
        bytes_release(&entry->file.packed);
        free(entry);
        entry = older;
    }
}

static void name(struct web_file *file)
{
    crypto_generichash_state state;
    char hash[WEB_HASH_SIZE];

    crypto_generichash_init(&state, NULL, 0, crypto_generichash_BYTES);
    crypto_generichash_update(&state, file->plain.data, file->plain.length);
    write_hash(&state, hash);
    snprintf(file->etag, sizeof file->etag, "\"%s\"", hash);
}

/* Appends the file as browsers get it; `type` is a row of the table. */
static enum err put_content(const uint8_t *data, size_t length, size_t type, const char *hash,
                            struct bytes *out)
{
    struct bytes trimmed;

    if (!type_table[type].is_text)
        return bytes_append(out, data, length);
    if (!type_table[type].has_comments)
        return put_hash(data, length, hash, out);
    bytes_init(&trimmed, length);
    enum err error = put_trimmed(data, length, &trimmed);
    if (error == ERR_OK)
        error = put_hash(trimmed.data, trimmed.length, hash, out);
    bytes_release(&trimmed);
    return error;
}

static enum err make_entry(const char *path, const uint8_t *data, size_t length, const char *hash,
                           struct entry **out)
{
    struct entry *entry = calloc(1, sizeof *entry);
    size_t type = type_of(path);

    *out = NULL;
    if (entry == NULL)
        return ERR_MEMORY;
    entry->file.path = strcmp(path, "/index.html") == 0 ? "/" : path;
    entry->file.type = type_table[type].type;
    bytes_init(&entry->file.plain, WEB_FILE_BYTES_MAX);
    bytes_init(&entry->file.packed, WEB_FILE_BYTES_MAX);
    enum err error = put_content(data, length, type, hash, &entry->file.plain);
    if (error == ERR_OK && type_table[type].is_text)
        error = pack(&entry->file.plain, &entry->file.packed);
    if (error != ERR_OK) {
        free_entry(entry);
        return error;
    }
    name(&entry->file);
    *out = entry;
    return ERR_OK;
}

enum err web_files_open(struct web_files **out)
{
    struct web_files *files = calloc(1, sizeof *files);
    enum err error = ERR_OK;

    *out = NULL;
    if (files != NULL)
        files->entries = calloc(web_asset_count + 1, sizeof(struct entry *));
    if (files == NULL || files->entries == NULL) {
        web_files_free(files);
        return ERR_MEMORY;
    }
    hash_all(files->hash);
    for (size_t i = 0; i < web_asset_count && error == ERR_OK; i++)
        error = make_entry(web_assets[i].path, web_assets[i].data, web_assets[i].length,
                           files->hash, &files->entries[i]);
    if (error != ERR_OK) {
        web_files_free(files);
        return error;
    }
    *out = files;
    return ERR_OK;
}

void web_files_free(struct web_files *files)
{
    if (files == NULL)
        return;
    for (size_t i = 0; files->entries != NULL && i < web_asset_count; i++)
        free_entry(files->entries[i]);
    free(files->entries);
    free(files);
}

#ifdef UNDERCROFT_WEB_DIR
/* Reads the file again. If it has changed, that becomes the newest version. */
static void read_again(struct web_files *files, size_t index)
{
    char path[512];
    struct entry *entry = NULL;
    uint8_t *data = malloc(WEB_FILE_BYTES_MAX);

    snprintf(path, sizeof path, "%s%s", UNDERCROFT_WEB_DIR, web_assets[index].path);
    FILE *file = data == NULL ? NULL : fopen(path, "rb");
    if (file != NULL) {
        size_t length = fread(data, 1, WEB_FILE_BYTES_MAX, file);
        fclose(file);
        (void)!make_entry(web_assets[index].path, data, length, "HASH", &entry);
    }
    free(data);
    if (entry == NULL)
        return;
    if (strcmp(entry->file.etag, files->entries[index]->file.etag) == 0) {
        free_entry(entry);
        return;
    }
    entry->older = files->entries[index];
    files->entries[index] = entry;
}
#else
static void read_again(struct web_files *files, size_t index)
{
    (void)files;
    (void)index;
}
#endif

const struct web_file *web_files_find(struct web_files *files, struct http_text path)
{
    for (size_t i = 0; i < web_asset_count; i++) {
        if (!http_is_exactly(path, files->entries[i]->file.path))
            continue;
        read_again(files, i);
        return &files->entries[i]->file;
    }
    return NULL;
}

bool web_files_is_lasting(const struct web_files *files, struct http_text query)
{
    return query.length == MARK_PREFIX - 1 + WEB_HASH_SIZE - 1 &&
           memcmp(query.text, hash_mark + 1, MARK_PREFIX - 1) == 0 &&
           memcmp(query.text + MARK_PREFIX - 1, files->hash, WEB_HASH_SIZE - 1) == 0;
}
