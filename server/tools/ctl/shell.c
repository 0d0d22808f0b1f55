/*
 * The prompt. History is kept for the visit alone: what was typed may name people.
 */
#include "server/tools/ctl/shell.h"

#include <histedit.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

enum { WORDS_MAX = 128, HISTORY_MAX = 500, WIDTH_MAX = 1000 };

struct shell {
    struct link *link;
    bool is_json;
    enum link_outcome outcome;
    char *words[WORDS_MAX]; /* words of the commands, for completion; owned */
    size_t word_count;
    EditLine *editor;
    History *history;
};

/* Prints a failure of the tool itself. */
static void complain(bool is_json, const char *text)
{
    json_t *object = is_json ? json_pack("{s:s}", "error", text) : NULL;
    char *line = object == NULL ? NULL : json_dumps(object, JSON_COMPACT);

    fprintf(stderr, "%s%s", line == NULL ? text : line, line == NULL ? "" : "\n");
    free(line);
    json_decref(object);
}

/* Chooses the form of answers: text, as wide as the terminal if there is one. */
static void choose_form(char *out, size_t size)
{
    struct winsize window = {0};
    bool is_terminal = isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0;

    if (is_terminal && window.ws_col > 0 && window.ws_col <= WIDTH_MAX)
        snprintf(out, size, "text/%d", window.ws_col);
    else
        snprintf(out, size, "text");
}

static enum link_outcome ask(struct link *link, bool is_json, const char *words,
                             struct link_answer *answer)
{
    char request[LINK_REQUEST_MAX + 1];
    char form[sizeof "text/1000"] = "json";

    if (!is_json)
        choose_form(form, sizeof form);
    int length = snprintf(request, sizeof request, "%s %s", form, words);

    *answer = (struct link_answer){0};
    if (strchr(words, '\n') == NULL && length > 0 && (size_t)length < LINK_REQUEST_MAX)
        return link_ask(link, request, answer);
    snprintf(link->reason, sizeof link->reason,
             "undercroftctl: a command is one line of at most %d bytes\n", LINK_REQUEST_MAX - 8);
    complain(is_json, link->reason);
    return LINK_USAGE;
}

enum link_outcome shell_run_words(struct link *link, bool is_json, const char *words)
{
    struct link_answer answer;
    enum link_outcome outcome = ask(link, is_json, words, &answer);

    if (outcome == LINK_NO_SERVER)
        complain(is_json, link->reason);
    else if (answer.text != NULL)
        fwrite(answer.text, 1, answer.length, outcome == LINK_DONE ? stdout : stderr);
    link_answer_free(&answer);
    if (fflush(stdout) == 0 && ferror(stdout) == 0)
        return outcome;
    perror("undercroftctl: the answer cannot be written");
    clearerr(stdout);
    return outcome == LINK_DONE ? LINK_REFUSED : outcome;
}

/* Learns the words of the server's commands, and adds our own. */
static void learn_words(struct shell *shell)
{
    struct link_answer answer;
    json_t *object = NULL;
    size_t i;
    json_t *row;

    if (link_ask(shell->link, "json help", &answer) == LINK_DONE)
        object = json_loadb(answer.text, answer.length, 0, NULL);
    json_array_foreach(json_object_get(object, "words"), i, row)
    {
        const char *word = json_string_value(json_object_get(row, "word"));
        if (word != NULL && shell->word_count < WORDS_MAX - 1)
            shell->words[shell->word_count++] = strdup(word);
    }
    shell->words[shell->word_count++] = strdup("quit");
    json_decref(object);
    link_answer_free(&answer);
}

static struct shell *shell_of(EditLine *editor)
{
    void *shell = NULL;

    el_get(editor, EL_CLIENTDATA, &shell);
    return shell;
}

static const char *write_prompt(EditLine *editor)
{
    (void)editor;
    return "undercroft> ";
}

/* Returns how many bytes beyond `typed` all words that begin with it have in common. */
static size_t common_length(const struct shell *shell, const char *typed, size_t length,
                            const char **out_word, int *out_matches)
{
    size_t common = 0;

    *out_matches = 0;
    for (size_t i = 0; i < shell->word_count; i++) {
        const char *word = shell->words[i];
        if (word == NULL || strncmp(word, typed, length) != 0)
            continue;
        if ((*out_matches)++ == 0) {
            *out_word = word;
            common = strlen(word);
        }
        while (strncmp(word, *out_word, common) != 0)
            common--;
    }
    return common - (*out_matches == 0 ? 0 : length);
}

static void list_matches(const struct shell *shell, const char *typed, size_t length)
{
    putchar('\n');
    for (size_t i = 0; i < shell->word_count; i++) {
        if (shell->words[i] != NULL && strncmp(shell->words[i], typed, length) == 0)
            printf("%s  ", shell->words[i]);
    }
    putchar('\n');
    fflush(stdout);
}

/* Completes, for Tab, the command or the word after "help" as far as it is clear; else lists what
   it could be. */
static unsigned char complete(EditLine *editor, int key)
{
    const struct shell *shell = shell_of(editor);
    const LineInfo *line = el_line(editor);
    const char *start = line->buffer;
    const char *word = "";
    char more[64];
    int matches;

    (void)key;
    if (line->cursor - start >= 5 && strncmp(start, "help ", 5) == 0)
        start += 5;
    size_t length = (size_t)(line->cursor - start);
    size_t common = common_length(shell, start, length, &word, &matches);
    if (matches == 0)
        return CC_ERROR;
    if (common == 0 && matches > 1) {
        list_matches(shell, start, length);
        return CC_REDISPLAY;
    }
    snprintf(more, sizeof more, "%.*s%s", (int)common, word + length, matches == 1 ? " " : "");
    return el_insertstr(editor, more) == 0 ? CC_REFRESH : CC_ERROR;
}

static void close_editor(struct shell *shell)
{
    if (shell->editor != NULL)
        el_end(shell->editor);
    if (shell->history != NULL)
        history_end(shell->history);
    shell->editor = NULL;
    shell->history = NULL;
    for (size_t i = 0; i < shell->word_count; i++)
        free(shell->words[i]);
}

static bool open_editor(struct shell *shell)
{
    HistEvent event;

    shell->editor = el_init("undercroftctl", stdin, stdout, stderr);
    shell->history = history_init();
    if (shell->editor == NULL || shell->history == NULL) {
        close_editor(shell);
        return false;
    }
    history(shell->history, &event, H_SETSIZE, HISTORY_MAX);
    history(shell->history, &event, H_SETUNIQUE, 1);
    el_set(shell->editor, EL_CLIENTDATA, shell);
    el_set(shell->editor, EL_PROMPT, write_prompt);
    el_set(shell->editor, EL_SIGNAL, 1);
    el_set(shell->editor, EL_HIST, history, shell->history);
    el_set(shell->editor, EL_EDITOR, "emacs");
    /* The call for plain strings copies them and never frees the copies. */
    el_wset(shell->editor, EL_ADDFN, L"complete", L"completes a command", complete);
    el_set(shell->editor, EL_BIND, "^I", "complete", NULL);
    /* A terminal turns a ^D that is typed ahead, before libedit takes it over, into ^@. */
    el_set(shell->editor, EL_BIND, "^@", "em-delete-or-list", NULL);
    return true;
}

/* Returns the next line without its end; NULL at the end of input. */
static char *read_line(struct shell *shell, char **buffer, size_t *size)
{
    HistEvent event;
    int count = 0;
    const char *typed;

    if (shell->editor == NULL) {
        ssize_t length = getline(buffer, size, stdin);
        if (length < 0)
            return NULL;
        (*buffer)[strcspn(*buffer, "\n")] = '\0';
        return *buffer;
    }
    typed = el_gets(shell->editor, &count);
    if (typed == NULL || count <= 0)
        return NULL;
    if (strspn(typed, " \n") < (size_t)count)
        history(shell->history, &event, H_ENTER, typed);
    free(*buffer);
    *buffer = strndup(typed, strcspn(typed, "\n"));
    return *buffer;
}

static bool is_quit(const char *words)
{
    return strcmp(words, "quit") == 0 || strcmp(words, "exit") == 0;
}

/* Connects, if there is no connection, with the time limits for a person at a prompt. Also connects
   to a server that was restarted. */
static enum link_outcome connect_to_stay(struct link *link, bool is_json)
{
    struct link_answer answer;
    enum link_outcome outcome = LINK_DONE;

    if (link_is_open(link))
        return LINK_DONE;
    outcome = link_ask(link, "stay", &answer);
    if (outcome == LINK_NO_SERVER)
        complain(is_json, link->reason);
    else
        fwrite(answer.text, 1, answer.length, stderr);
    link_answer_free(&answer);
    return outcome;
}

/* Runs the lines. A script ends with the outcome of its first line that failed; at the prompt that
   of the last one counts. */
static void run_lines(struct shell *shell)
{
    enum link_outcome first = LINK_DONE;

    char *buffer = NULL;
    size_t size = 0;
    const char *line;

    while ((line = read_line(shell, &buffer, &size)) != NULL) {
        line += strspn(line, " ");
        if (line[0] == '\0')
            continue;
        if (is_quit(line))
            break;
        shell->outcome = connect_to_stay(shell->link, shell->is_json);
        if (shell->outcome == LINK_DONE)
            shell->outcome = shell_run_words(shell->link, shell->is_json, line);
        if (first == LINK_DONE)
            first = shell->outcome;
    }
    if (shell->editor == NULL)
        shell->outcome = first;
    free(buffer);
}

enum link_outcome shell_run(struct link *link, bool is_json)
{
    struct shell shell = {.link = link, .is_json = is_json};

    shell.outcome = connect_to_stay(link, is_json);
    if (shell.outcome != LINK_DONE)
        return shell.outcome;
    if (isatty(STDIN_FILENO) && open_editor(&shell)) {
        puts("Connected to the server. help lists the words, Tab completes them, quit leaves.");
        learn_words(&shell);
    }
    run_lines(&shell);
    close_editor(&shell);
    return shell.outcome;
}
