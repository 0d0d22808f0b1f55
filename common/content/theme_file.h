/*
 * Themes of a host as text, a file each, beside its set pieces: the first word of such a file is
 * "theme".
 *
 *     theme  the Frozen Halls
 *     depth  6-8                        # these depths have it instead of the theme built in
 *     tint   crystal                    # stone, brick, earth, moss, crystal or bone
 *     size   100x57                     # cells of a level, where its plan says nothing else
 *     growth grass 0 rubble 5 puddles 3 thickets 0
 *     plan   5 caves 84x45 fill=45 landmark=100
 *     plan   1 delve                    # weight, style, size, parameters of the style
 *     level  the Rime Stair             # a name of a level; up to 24 lines
 *
 * A file without a depth has levels alone: more names for the theme of that name that is built in.
 * Comments are those of set pieces. Whether styles and parameters exist is for the generator to say
 * (gen_check_themes).
 */
#ifndef UNDERCROFT_CONTENT_THEME_FILE_H
#define UNDERCROFT_CONTENT_THEME_FILE_H

#include "base/err.h"
#include "content/content_file.h"
#include "content/theme.h"

/* True if the text, of any bytes, is a theme's and not a set piece's. */
bool theme_file_is(const char *text, size_t length);

/* Reads one file's text. ERR_FORMAT: its first fault is at *out_line, from 1 on, and told in
   `cause`; *out is then of no use. All of *out but its file name is set. */
MUST_USE enum err theme_file_read(const char *text, size_t length, struct host_theme *out,
                                  int *out_line, char cause[CONTENT_CAUSE_SIZE]);

#endif
