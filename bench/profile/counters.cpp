#include "profile/counters.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

#ifdef __linux__
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace satori::bench {

#ifdef __linux__

namespace {

struct EventKind {
    const char* name;
    std::uint32_t type;
    std::uint64_t config;
};
constexpr std::uint64_t kL1Misses =
    PERF_COUNT_HW_CACHE_L1D | PERF_COUNT_HW_CACHE_OP_READ << 8 | PERF_COUNT_HW_CACHE_RESULT_MISS << 16;
constexpr EventKind kEvents[] = {
    {"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    {"instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    {"branch_misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
    {"l1d_misses", PERF_TYPE_HW_CACHE, kL1Misses},
    {"cache_misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
};

int open_event(const EventKind& kind) {
    perf_event_attr attr{};
    attr.size = sizeof attr;
    attr.type = kind.type;
    attr.config = kind.config;
    attr.disabled = 1;
    attr.exclude_kernel = 1;
    attr.exclude_hv = 1;
    attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    return static_cast<int>(syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0));
}

std::string explain(int error) {
    const std::string reason = std::strerror(error);
    switch (error) {
        case ENOENT:
        case ENODEV:
        case EOPNOTSUPP:
            return "this system has no counters of its CPU, as many virtual machines have none (" + reason + ")";
        case EACCES:
        case EPERM: {
            std::ifstream file("/proc/sys/kernel/perf_event_paranoid");
            std::string level = "unknown";
            file >> level;
            return reason + ": kernel.perf_event_paranoid is " + level +
                   ", which must be 2 or less (or CAP_PERFMON be held), or a container's filter forbids the call";
        }
        case ENOSYS:
            return reason + ": the kernel was built without perf events, or a container's filter hides them";
        default:
            return reason;
    }
}

}  // namespace

Counters::Counters() {
    int first_error = 0;
    for (const EventKind& kind : kEvents) {
        const int file = open_event(kind);
        if (file >= 0)
            events_.push_back({kind.name, file});
        else if (first_error == 0)
            first_error = errno;
    }
    if (events_.empty()) problem_ = explain(first_error);
}

Counters::~Counters() {
    for (const Event& event : events_) close(event.file);
}

void Counters::start() {
    for (const Event& event : events_) ioctl(event.file, PERF_EVENT_IOC_ENABLE, 0);
}

void Counters::stop() {
    for (const Event& event : events_) ioctl(event.file, PERF_EVENT_IOC_DISABLE, 0);
}

std::vector<Counters::Value> Counters::values() const {
    std::vector<Value> values;
    for (const Event& event : events_) {
        std::uint64_t read_out[3] = {};  // count, time enabled, time running
        if (read(event.file, read_out, sizeof read_out) != sizeof read_out || read_out[2] == 0) continue;
        const double share = static_cast<double>(read_out[2]) / static_cast<double>(read_out[1]);
        values.push_back({event.name, static_cast<double>(read_out[0]) / share});
    }
    return values;
}

#else

Counters::Counters() : problem_("only Linux is asked for them") {}
Counters::~Counters() = default;
void Counters::start() {}
void Counters::stop() {}
std::vector<Counters::Value> Counters::values() const {
    return {};
}

#endif

}  // namespace satori::bench
