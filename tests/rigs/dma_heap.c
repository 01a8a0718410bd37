/* A stand-in for the kernel's dma heaps, put under libcamera by LD_PRELOAD where there are none.
 *
 * Opening a heap gives an ordinary descriptor; asking it for memory gives anonymous memory as a
 * file, which maps like a dma buffer; asking to synchronise or name it does nothing.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <linux/udmabuf.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *const heaps[] = {
    "/dev/udmabuf",
    "/dev/dma_heap/system",
    "/dev/dma_heap/linux,cma",
    "/dev/dma_heap/vidbuf_cached",
};

static const char *real_path(const char *path)
{
    unsigned at;

    for (at = 0; path && at < sizeof heaps / sizeof *heaps; at++)
        if (!strcmp(path, heaps[at]))
            return "/dev/null";
    return path;
}

static mode_t mode_of(int flags, va_list more)
{
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
}

int open(const char *path, int flags, ...)
{
    int (*next)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    va_list more;
    mode_t mode;

    va_start(more, flags);
    mode = mode_of(flags, more);
    va_end(more);
    return next(real_path(path), flags, mode);
}

int open64(const char *path, int flags, ...)
{
    int (*next)(const char *, int, ...) = dlsym(RTLD_NEXT, "open64");
    va_list more;
    mode_t mode;

    va_start(more, flags);
    mode = mode_of(flags, more);
    va_end(more);
    return next(real_path(path), flags, mode);
}

int openat(int folder, const char *path, int flags, ...)
{
    int (*next)(int, const char *, int, ...) = dlsym(RTLD_NEXT, "openat");
    va_list more;
    mode_t mode;

    va_start(more, flags);
    mode = mode_of(flags, more);
    va_end(more);
    return next(folder, real_path(path), flags, mode);
}

static int allocate(struct dma_heap_allocation_data *wanted)
{
    int memory = memfd_create("heap", MFD_CLOEXEC);

    if (memory < 0 || ftruncate(memory, wanted->len) < 0)
        return -1;
    wanted->fd = memory;
    return 0;
}

int ioctl(int device, unsigned long request, ...)
{
    int (*next)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
    va_list more;
    void *given;

    va_start(more, request);
    given = va_arg(more, void *);
    va_end(more);
    /* Callers sign-extend the request; the kernel looks at its lower half only. */
    switch ((unsigned)request) {
    case (unsigned)UDMABUF_CREATE:
        return fcntl(((struct udmabuf_create *)given)->memfd, F_DUPFD_CLOEXEC, 0);
    case (unsigned)DMA_HEAP_IOCTL_ALLOC:
        return allocate(given);
    case (unsigned)DMA_BUF_IOCTL_SYNC:
    case (unsigned)DMA_BUF_SET_NAME_A:
    case (unsigned)DMA_BUF_SET_NAME_B:
        return 0;
    default:
        return next(device, request, given);
    }
}
