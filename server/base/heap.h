/*
 * Large pages for the heap. In each tick the server touches a few lines in some kilobytes of every
 * delver and session. With pages of 4 KiB a processor cannot remember where all of them lie, and
 * looking it up takes as long as the work, in a virtual machine above all; with pages of 2 MiB it
 * can. Linux gives them where transparent huge pages are not switched off
 * (/sys/kernel/mm/transparent_hugepage/enabled) and a program asks.
 */
#ifndef UNDERCROFT_SERVER_BASE_HEAP_H
#define UNDERCROFT_SERVER_BASE_HEAP_H

struct heap {
    char *asked_to; /* pages below this address were asked for */
};

/* Before the first allocation that matters: from then on the heap grows in large steps. */
void heap_begin(struct heap *heap);

/* Asks for large pages for the heap's growth since the last call. Cheap where there was none:
   called once a tick. */
void heap_ask(struct heap *heap);

#endif
