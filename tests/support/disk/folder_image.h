/*
 * The image of a folder: all that it holds at one moment, to be laid back later. So the files of a
 * server that was killed are as they were then, even if its threads write on their way out.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_DISK_FOLDER_IMAGE_H
#define UNDERCROFT_TESTS_SUPPORT_DISK_FOLDER_IMAGE_H

struct folder_image;

/* Reads plain files, folders, symbolic links and the names of sockets and pipes. The caller owns
   the image. A folder that cannot be read ends the test. */
struct folder_image *folder_image_take(const char *path);

/* The folder holds this again, and nothing else, with the same modes and times; a file that is
   there keeps its inode. Frees the image. */
void folder_image_lay_back(struct folder_image *image);

#endif
