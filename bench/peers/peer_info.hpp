#pragma once

#include <string>

namespace satori::bench {

/// What every peer, another library's way of doing something on one thread, tells about itself.
class PeerInfo {
public:
    PeerInfo() = default;
    PeerInfo(const PeerInfo&) = delete;
    PeerInfo& operator=(const PeerInfo&) = delete;
    virtual ~PeerInfo() = default;

    virtual std::string name() const = 0;
    virtual std::string version() const = 0;
    /// What is timed: its steps, its settings. For the report.
    virtual std::string timed() const = 0;

    /// Not the fastest form of its library that we know: measured on request only.
    virtual bool is_variant() const { return false; }
};

}  // namespace satori::bench
