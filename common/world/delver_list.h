/*
 * A list of delvers with something new since they were last saved. Each is in one list at most: in
 * its level's during a tick, since levels share nothing then, and after it in the world's.
 */
#ifndef UNDERCROFT_WORLD_DELVER_LIST_H
#define UNDERCROFT_WORLD_DELVER_LIST_H

struct delver;

struct delver_list {
    struct delver *first; /* linked by delver->listed_next; NULL: nobody */
    struct delver *last;
};

/* Puts a delver last; nothing if it is in a list already. */
void delver_list_add(struct delver_list *list, struct delver *delver);

/* Takes a delver out; nothing if it is in no list. Else `list` must be the one. */
void delver_list_remove(struct delver_list *list, struct delver *delver);

/* Everybody of `from` comes to the end of `list`. */
void delver_list_join(struct delver_list *list, struct delver_list *from);

#endif
