/*
 * Kinds of file systems by their magic numbers: statfs(2), <linux/magic.h>, and the remote ones of
 * GNU coreutils' stat.
 */
#include "db/file_system.h"

#include <errno.h>
#include <stddef.h>
#include <sys/vfs.h>

#include "db/file.h"

struct file_system_row {
    uint32_t magic;
    const char *name;
};

static const struct file_system_row file_system_table[] = {
    {0x00006969, "NFS"},
    {0x0000517b, "SMB"},
    {0xff534d42, "CIFS (a Windows share)"},
    {0xfe534d42, "SMB2 (a Windows share)"},
    {0x0000564c, "NCP"},
    {0x01021997, "9p (a share of the host)"},
    {0x65735546, "FUSE or virtiofs (a share of the host, or a program's own)"},
    {0x786f4256, "vboxsf (a share of the host)"},
    {0xbacbacbc, "vmhgfs (a share of the host)"},
    {0x7c7c6673, "prlfs (a share of the host)"},
    {0x5346414f, "AFS"},
    {0x6b414653, "AFS"},
    {0x73757245, "Coda"},
    {0x00c36400, "Ceph"},
    {0x0bd00bd0, "Lustre"},
    {0x19830326, "BeeGFS"},
    {0x47504653, "GPFS"},
    {0xaad7aaea, "PanFS"},
    {0x01161970, "GFS2"},
    {0x7461636f, "OCFS2"},
};

void file_system_judge(uint32_t magic, const char *path, struct store_status *status)
{
    for (size_t i = 0; i < sizeof file_system_table / sizeof file_system_table[0]; i++) {
        if (file_system_table[i].magic != magic)
            continue;
        status_warn(status,
                    "the file system is %s, which may not keep what it flushes nor respect locks;"
                    " put --data on a local disk (it is %s)",
                    file_system_table[i].name, path);
        return;
    }
}

enum err file_system_check(const char *path, struct store_status *status)
{
    char folder[FILE_PATH_SIZE];
    struct statfs info;
    int answer = statfs(path, &info);

    if (answer != 0 && errno == ENOENT) {
        enum err error = file_folder_of(path, folder);
        if (error != ERR_OK)
            return error;
        answer = statfs(folder, &info);
    }
    if (answer != 0)
        return file_error(errno);
    file_system_judge((uint32_t)info.f_type, path, status);
    return ERR_OK;
}
