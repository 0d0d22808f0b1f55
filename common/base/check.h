/*
 * CHECK(): an assertion that stays on in every build.
 *
 * It guards against the programmer's own errors only. Anything that comes from the network, the
 * disk, a config file or a person is tested and answered, never asserted. A failed CHECK stops the
 * process: the database holds the truth, and stopping is better than going on wrong.
 */
#ifndef UNDERCROFT_BASE_CHECK_H
#define UNDERCROFT_BASE_CHECK_H

#define CHECK(condition)                                                                           \
    ((condition) ? (void)0 : check_failed(#condition, __FILE__, __LINE__, __func__))

/* Prints one line on standard error and aborts. Never returns. */
_Noreturn void check_failed(const char *condition, const char *file, int line,
                            const char *function);

#endif
