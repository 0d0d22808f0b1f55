/*
 * Pages of lives that ended. A death needs the number of the next page, and how much room all pages
 * take: their list is kept, and read again only when the folder says that something came or went
 * since. So an operator may take pages away while the server runs.
 */
#include "server/save/persist_morgue.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "db/file.h"
#include "db/records.h"
#include "server/save/persist_work.h"

enum { NUMBER_MAX = 999999999, DIGITS_MAX = 9 };

/* The file of a page, by its name. */
struct page {
    char name[NAME_LENGTH_MAX + 1];
    uint32_t number;
    uint64_t bytes;
    int64_t written_at; /* seconds since 1970, from the file system */
};

struct pages {
    struct page *items; /* owned */
    size_t count;
    size_t capacity;
};

/* All pages, as the folder had them when it changed last. */
struct morgue {
    struct pages pages;
    struct timespec changed_at;
};

static enum err folder_path(const char *data, char out[FILE_PATH_SIZE])
{
    if (data == NULL)
        return ERR_NOT_FOUND;
    return file_path_append(data, "/morgue", out);
}

static enum err page_path(const char *folder, const char *name, uint32_t number,
                          char out[FILE_PATH_SIZE])
{
    char file[NAME_LENGTH_MAX + DIGITS_MAX + sizeof "/-.txt"];

    snprintf(file, sizeof file, "/%s-%u.txt", name, number);
    return file_path_append(folder, file, out);
}

/* Reads a name such as "Ada-12.txt". False: the file is no page. */
static bool read_file_name(const char *file, struct page *out)
{
    const char *dash = strchr(file, '-');
    char typed[NAME_LENGTH_MAX + 1];
    char *end = NULL;

    *out = (struct page){0};
    if (dash == NULL || (size_t)(dash - file) > NAME_LENGTH_MAX || dash[1] < '1' || dash[1] > '9')
        return false;
    memcpy(typed, file, (size_t)(dash - file));
    typed[dash - file] = '\0';
    unsigned long number = strtoul(dash + 1, &end, 10);
    if (end - dash > 1 + DIGITS_MAX || strcmp(end, ".txt") != 0 ||
        name_normalise(typed, out->name) != ERR_OK || strcmp(typed, out->name) != 0)
        return false;
    out->number = (uint32_t)number;
    return true;
}

static enum err pages_add(struct pages *pages, const struct page *page)
{
    if (pages->count == pages->capacity) {
        size_t capacity = pages->capacity == 0 ? 64 : 2 * pages->capacity;
        struct page *items = realloc(pages->items, capacity * sizeof *items);
        if (items == NULL)
            return ERR_MEMORY;
        pages->items = items;
        pages->capacity = capacity;
    }
    pages->items[pages->count++] = *page;
    return ERR_OK;
}

/* Adds the page if it is a regular file; a file that was removed meanwhile is skipped. */
static enum err add_file(const char *folder, struct page *page, struct pages *pages)
{
    char path[FILE_PATH_SIZE];
    struct stat found;
    enum err error = page_path(folder, page->name, page->number, path);

    if (error != ERR_OK)
        return error;
    if (lstat(path, &found) != 0 || !S_ISREG(found.st_mode))
        return ERR_OK;
    page->bytes = (uint64_t)found.st_size;
    page->written_at = (int64_t)found.st_mtime;
    return pages_add(pages, page);
}

/* Finds the pages of a player, or of all players for NULL, in any order; none if there is no
   folder. The caller frees pages->items, also after an error. */
static enum err find_pages(const char *folder, const char *name, struct pages *pages)
{
    DIR *open = opendir(folder);
    enum err error = ERR_OK;
    struct dirent *entry;
    struct page page;

    if (open == NULL)
        return errno == ENOENT ? ERR_OK : file_error(errno);
    while (error == ERR_OK && (entry = readdir(open)) != NULL) {
        if (read_file_name(entry->d_name, &page) && (name == NULL || strcmp(page.name, name) == 0))
            error = add_file(folder, &page, pages);
    }
    closedir(open);
    return error;
}

static enum err remove_page(const char *folder, const struct page *page)
{
    char path[FILE_PATH_SIZE];
    enum err error = page_path(folder, page->name, page->number, path);

    if (error != ERR_OK)
        return error;
    return unlink(path) == 0 || errno == ENOENT ? ERR_OK : file_error(errno);
}

/* Compares the ages of two pages; older pages come first. */
static int compare_ages(const void *left, const void *right)
{
    const struct page *page = left;
    const struct page *other = right;

    if (page->written_at != other->written_at)
        return page->written_at < other->written_at ? -1 : 1;
    return page->number < other->number ? -1 : page->number > other->number;
}

/* Removes the oldest pages, from the list too, until there is room for another one of that name and
 * size. */
static enum err make_room(const char *folder, const struct new_page *wanted, struct pages *pages)
{
    uint64_t bytes = strlen(wanted->text);
    uint32_t own = 1;
    size_t kept = 0;
    enum err error = ERR_OK;

    for (size_t i = 0; i < pages->count; i++) {
        bytes += pages->items[i].bytes;
        own += strcmp(pages->items[i].name, wanted->name) == 0;
    }
    if (bytes <= wanted->bytes_max && own <= wanted->pages_max)
        return ERR_OK;
    if (pages->count > 0)
        qsort(pages->items, pages->count, sizeof *pages->items, compare_ages);
    for (size_t i = 0; i < pages->count; i++) {
        const struct page *page = &pages->items[i];
        bool is_own = strcmp(page->name, wanted->name) == 0;
        bool is_kept =
            error != ERR_OK || (bytes <= wanted->bytes_max && !(is_own && own > wanted->pages_max));
        if (!is_kept) {
            error = remove_page(folder, page);
            is_kept = error != ERR_OK;
        }
        if (is_kept) {
            pages->items[kept++] = *page;
            continue;
        }
        bytes -= page->bytes;
        own -= is_own;
    }
    pages->count = kept;
    return error;
}

static enum err write_all(const char *path, const char *text)
{
    int descriptor = open(path, O_WRONLY | O_CLOEXEC);
    size_t left = strlen(text);
    enum err error = descriptor < 0 ? file_error(errno) : ERR_OK;

    while (error == ERR_OK && left > 0) {
        ssize_t written = write(descriptor, text, left);
        if (written < 0 && errno != EINTR)
            error = file_error(errno);
        if (written > 0) {
            text += written;
            left -= (size_t)written;
        }
    }
    if (descriptor >= 0 && close(descriptor) != 0 && error == ERR_OK)
        error = file_error(errno);
    return error;
}

/* Writes a page under a temporary name first, so that a page under its own name is always whole. */
static enum err write_page(const char *folder, const struct new_page *page, uint32_t number)
{
    char path[FILE_PATH_SIZE];
    char temporary[FILE_PATH_SIZE];
    enum err error = page_path(folder, page->name, number, path);

    if (error == ERR_OK)
        error = file_make_temporary(path, temporary);
    if (error != ERR_OK)
        return error;
    error = write_all(temporary, page->text);
    if (error == ERR_OK)
        return file_publish(temporary, path, false);
    unlink(temporary);
    return error;
}

void morgue_release(struct persist_work *work)
{
    if (work->morgue != NULL)
        free(work->morgue->pages.items);
    free(work->morgue);
    work->morgue = NULL;
}

/* The time at which an entry of the folder came or went last. */
static enum err look_at_folder(const char *folder, struct timespec *out)
{
    struct stat found;

    if (stat(folder, &found) != 0)
        return file_error(errno);
    *out = found.st_mtim;
    return ERR_OK;
}

/* Makes work->morgue what the folder holds. The time is asked first: a page that comes meanwhile
   makes the folder newer than the list. */
static enum err know_pages(struct persist_work *work, const char *folder)
{
    struct timespec changed_at;
    enum err error = look_at_folder(folder, &changed_at);

    if (error != ERR_OK)
        return error;
    if (work->morgue != NULL && work->morgue->changed_at.tv_sec == changed_at.tv_sec &&
        work->morgue->changed_at.tv_nsec == changed_at.tv_nsec)
        return ERR_OK;
    morgue_release(work);
    work->morgue = calloc(1, sizeof *work->morgue);
    if (work->morgue == NULL)
        return ERR_MEMORY;
    work->morgue->changed_at = changed_at;
    error = find_pages(folder, NULL, &work->morgue->pages);
    if (error != ERR_OK)
        morgue_release(work);
    return error;
}

/* Adds the page that was written to the list. Without memory for it the list is read again. */
static void note_page(struct persist_work *work, const char *folder, const struct new_page *page,
                      uint32_t number)
{
    struct page written = {.number = number};

    snprintf(written.name, sizeof written.name, "%s", page->name);
    if (add_file(folder, &written, &work->morgue->pages) != ERR_OK ||
        look_at_folder(folder, &work->morgue->changed_at) != ERR_OK)
        morgue_release(work);
}

static enum err save_page_in(struct persist_work *work, const char *folder,
                             const struct new_page *page)
{
    uint32_t last = 0;

    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        return file_error(errno);
    enum err error = know_pages(work, folder);
    if (error != ERR_OK)
        return error;
    const struct pages *pages = &work->morgue->pages;
    for (size_t i = 0; i < pages->count; i++) {
        if (strcmp(pages->items[i].name, page->name) == 0 && pages->items[i].number > last)
            last = pages->items[i].number;
    }
    error = make_room(folder, page, &work->morgue->pages);
    if (error != ERR_OK)
        return error;
    if (last >= NUMBER_MAX)
        return ERR_RANGE;
    error = write_page(folder, page, last + 1);
    if (error == ERR_OK)
        note_page(work, folder, page, last + 1);
    return error;
}

static bool save_page(struct persist_work *work, struct job *job)
{
    char folder[FILE_PATH_SIZE];

    job->result = folder_path(work->folder, folder);
    if (job->result == ERR_OK)
        job->result = save_page_in(work, folder, job->content);
    return true;
}

const struct question question_save_page = {
    .size = sizeof(struct new_page), .work = save_page, .what = "a page of a life"};

/* Reads the beginning of a page, as much as `out` has room for, ended by NUL. */
static enum err read_page(const char *folder, const char *name, uint32_t number, char *out,
                          size_t out_size)
{
    char path[FILE_PATH_SIZE];
    enum err error = page_path(folder, name, number, path);

    if (error != ERR_OK)
        return error;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0)
        return errno == ENOENT ? ERR_NOT_FOUND : file_error(errno);
    ssize_t length = read(descriptor, out, out_size - 1);
    int failure = errno;
    close(descriptor);
    out[length < 0 ? 0 : length] = '\0';
    return length < 0 ? file_error(failure) : ERR_OK;
}

static int compare_numbers(const void *left, const void *right)
{
    const struct page *page = left;
    const struct page *other = right;

    return page->number > other->number ? -1 : page->number < other->number;
}

/* Lists pages. One that cannot be read is listed without its first line. */
static enum err list_pages(const char *folder, struct pages_question *question)
{
    struct pages pages = {0};
    enum err error = find_pages(folder, question->name, &pages);

    if (pages.count > 0)
        qsort(pages.items, pages.count, sizeof *pages.items, compare_numbers);
    question->total = (uint32_t)pages.count;
    for (size_t i = 0; i < pages.count && question->count < MORGUE_LISTED_MAX; i++) {
        struct page_line *line = &question->lines[question->count++];
        line->number = pages.items[i].number;
        if (read_page(folder, question->name, line->number, line->text, sizeof line->text) !=
            ERR_OK)
            line->text[0] = '\0';
        line->text[strcspn(line->text, "\n")] = '\0';
    }
    free(pages.items);
    return error;
}

static enum err find_owner(const struct persist_work *work, struct pages_question *question)
{
    struct account_record account;
    enum err error = store_find_account(work->store, question->name, &account);

    if (error != ERR_OK)
        return error;
    question->account_id = account.id;
    _Static_assert(sizeof question->settings == SETTINGS_SIZE, "as in the database");
    error = store_load_settings(work->store, account.id, question->settings);
    return error == ERR_NOT_FOUND ? ERR_OK : error;
}

static bool find_lives(struct persist_work *work, struct job *job)
{
    struct pages_question *question = job->content;
    char folder[FILE_PATH_SIZE];

    job->result = find_owner(work, question);
    if (job->result == ERR_OK)
        job->result = folder_path(work->folder, folder);
    if (job->result == ERR_OK && question->number == 0)
        job->result = list_pages(folder, question);
    else if (job->result == ERR_OK)
        job->result = read_page(folder, question->name, question->number, question->text,
                                sizeof question->text);
    return true;
}

const struct question question_find_pages = {.size = sizeof(struct pages_question),
                                             .work = find_lives};

enum err morgue_forget(const char *data, const char *name)
{
    char folder[FILE_PATH_SIZE];
    struct pages pages = {0};
    enum err error = folder_path(data, folder);

    if (error != ERR_OK)
        return error;
    error = find_pages(folder, name, &pages);
    for (size_t i = 0; i < pages.count && error == ERR_OK; i++)
        error = remove_page(folder, &pages.items[i]);
    free(pages.items);
    return error;
}

static enum err rename_page(const char *folder, const struct page *page, const char *name)
{
    char from[FILE_PATH_SIZE];
    char to[FILE_PATH_SIZE];
    enum err error = page_path(folder, page->name, page->number, from);

    if (error == ERR_OK)
        error = page_path(folder, name, page->number, to);
    if (error != ERR_OK)
        return error;
    return rename(from, to) == 0 ? ERR_OK : file_error(errno);
}

enum err morgue_rename(const char *data, const char *before, const char *name)
{
    char folder[FILE_PATH_SIZE];
    struct pages pages = {0};
    enum err error = folder_path(data, folder);

    if (error != ERR_OK)
        return error;
    error = find_pages(folder, before, &pages);
    for (size_t i = 0; i < pages.count && error == ERR_OK; i++)
        error = rename_page(folder, &pages.items[i], name);
    free(pages.items);
    return error;
}
