/*
 * For ThreadSanitizer: the orders that a program has of its own. The baton puts all threads into
 * one order, and seeing that, the sanitizer would find every program right. So it is not shown the
 * baton, nor any other access of this folder's, but what locks, semaphores, messages and sockets
 * would have ordered on a machine.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LOOP_ORDER_H
#define UNDERCROFT_TESTS_SUPPORT_LOOP_ORDER_H

#ifdef LOOP_TELLS_ORDERS

/* From the sanitizer's run-time library. */
void AnnotateIgnoreSyncBegin(const char *file, int line);
void AnnotateIgnoreSyncEnd(const char *file, int line);
void __tsan_acquire(void *object);
void __tsan_release(void *object);

/* Synchronisation of a thread between these two goes unseen. */
static inline void order_hide(void)
{
    AnnotateIgnoreSyncBegin(__FILE__, __LINE__);
}

static inline void order_show(void)
{
    AnnotateIgnoreSyncEnd(__FILE__, __LINE__);
}

/* All before a give of an object comes before all after a later take of it. */
static inline void order_give(void *object)
{
    __tsan_release(object);
}

static inline void order_take(void *object)
{
    __tsan_acquire(object);
}

#else

static inline void order_hide(void)
{
}

static inline void order_show(void)
{
}

static inline void order_give(void *object)
{
    (void)object;
}

static inline void order_take(void *object)
{
    (void)object;
}

#endif

#endif
