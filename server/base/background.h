/*
 * Threads that work in the background: saves, passwords, new levels. Where there are fewer
 * processors than threads they give way to the loop, so that a tick is not late because one of them
 * is busy. They are never starved: about a tenth of what the loop gets is left to each.
 */
#ifndef UNDERCROFT_SERVER_BASE_BACKGROUND_H
#define UNDERCROFT_SERVER_BASE_BACKGROUND_H

/* For the thread that calls, which is not the loop's; as often as it likes. */
void background_enter(void);

#endif
