#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace satori::bench {

/// The CPU's own counters for this thread in user mode, where the system lets us have them (Linux perf events).
class Counters {
public:
    struct Value {
        const char* name;
        double count;  ///< scaled up where the counter had to share its place
    };

    Counters();
    ~Counters();
    Counters(const Counters&) = delete;
    Counters& operator=(const Counters&) = delete;

    void start();
    void stop();
    /// What was counted between all starts and stops; only counters that this CPU has.
    std::vector<Value> values() const;
    /// Why there are none, or empty.
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
