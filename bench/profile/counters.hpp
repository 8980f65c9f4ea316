#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace satori::bench {

/// The CPU's counters for this thread in user mode, where the system allows their use (Linux perf events).
class Counters {
public:
    struct Value {
        const char* name;
        double count;  ///< scaled up where the counter shared its hardware with another counter
    };

    Counters();
    ~Counters();
    Counters(const Counters&) = delete;
    Counters& operator=(const Counters&) = delete;

    void start();
    void stop();
    /// Returns the counts between all starts and stops, only of counters that this CPU has.
    std::vector<Value> values() const;
    /// Returns the reason why there are no counters, or an empty string.
    const std::string& problem() const noexcept { return problem_; }

private:
    struct Event {
        const char* name;
        int file;
    };
    std::vector<Event> events_;
    std::string problem_;
};

}  // namespace satori::bench
