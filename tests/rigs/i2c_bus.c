/* A stand-in for /dev/i2c-1, put under a program by LD_PRELOAD: a device answers at one address.
 *
 * I2C_BUS_LOG   file that gets every write: one byte address, two bytes length, the bytes
 * I2C_BUS_FAIL  while a file of this name is there, every transfer fails as a loose wire does (121)
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define PRESENT 0x3c

static int bus = -1, record = -1;
static unsigned chosen;

static int answers(unsigned address)
{
    const char *fail = getenv("I2C_BUS_FAIL");

    if (fail && !access(fail, F_OK)) {
        errno = EREMOTEIO;
        return 0;
    }
    if (address != PRESENT) {
        errno = ENXIO;
        return 0;
    }
    return 1;
}

static void keep(unsigned address, const unsigned char *bytes, unsigned length)
{
    unsigned char head[3] = {address, length >> 8, length};

    if (record < 0)
        record = open(getenv("I2C_BUS_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (write(record, head, sizeof head) < 0 || write(record, bytes, length) < 0)
        abort();
}

#define OPEN(name)                                                        \
    int name(const char *path, int flags, ...)                            \
    {                                                                     \
        static int (*real)(const char *, int, ...);                       \
        va_list more;                                                     \
        int mode;                                                         \
                                                                          \
        if (!real)                                                        \
            real = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name); \
        va_start(more, flags);                                            \
        mode = va_arg(more, int);                                         \
        va_end(more);                                                     \
        if (!strcmp(path, "/dev/i2c-1"))                                  \
            return bus = real("/dev/null", O_RDWR | O_CLOEXEC);           \
        return real(path, flags, mode);                                   \
    }

OPEN(open)
OPEN(open64)

static int transfer(struct i2c_rdwr_ioctl_data *all)
{
    for (unsigned n = 0; n < all->nmsgs; n++) {
        struct i2c_msg *one = &all->msgs[n];

        if (!answers(one->addr))
            return -1;
        if (one->flags & I2C_M_RD)
            memset(one->buf, 0, one->len);
        else
            keep(one->addr, one->buf, one->len);
    }
    return all->nmsgs;
}

static int block(struct i2c_smbus_ioctl_data *asked)
{
    unsigned char bytes[1 + I2C_SMBUS_BLOCK_MAX] = {asked->command};
    unsigned length = 1;

    if (!answers(chosen))
        return -1;
    if (asked->read_write != I2C_SMBUS_WRITE)
        return 0;
    if (asked->size == I2C_SMBUS_I2C_BLOCK_DATA) {
        memcpy(bytes + 1, asked->data->block + 1, asked->data->block[0]);
        length += asked->data->block[0];
    }
    keep(chosen, bytes, length);
    return 0;
}

int ioctl(int fd, unsigned long request, ...)
{
    static int (*real)(int, unsigned long, ...);
    va_list more;
    void *argument;

    if (!real)
        real = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
    va_start(more, request);
    argument = va_arg(more, void *);
    va_end(more);
    if (fd != bus || fd < 0)
        return real(fd, request, argument);
    switch (request) {
    case I2C_FUNCS:
        *(unsigned long *)argument = I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
        return 0;
    case I2C_SLAVE:
    case I2C_SLAVE_FORCE:
        chosen = (unsigned long)argument;
        return 0;
    case I2C_RDWR:
        return transfer(argument);
    case I2C_SMBUS:
        return block(argument);
    default:
        errno = ENOTTY;
        return -1;
    }
}
