/*
 * The states of a company: how its time goes on. See world/company.h.
 */
#ifndef UNDERCROFT_WORLD_COMPANY_STATE_H
#define UNDERCROFT_WORLD_COMPANY_STATE_H

enum company_state {
    COMPANY_CALM,    /* nobody is in danger */
    COMPANY_WAITING, /* one delver alone, in danger: time waits for what they do */
    COMPANY_RUNNING, /* several, one of them in danger: time runs */
};

#endif
