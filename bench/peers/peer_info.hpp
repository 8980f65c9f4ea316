#pragma once

#include <string>

namespace satori::bench {

/// The description of a peer. A peer is another library's way to do a task on one thread.
class PeerInfo {
public:
    PeerInfo() = default;
    PeerInfo(const PeerInfo&) = delete;
    PeerInfo& operator=(const PeerInfo&) = delete;
    virtual ~PeerInfo() = default;

    virtual std::string name() const = 0;
    virtual std::string version() const = 0;
    /// Returns a text for the report: the timed steps and their settings.
    virtual std::string timed() const = 0;

    /// Returns true for a form that is not the fastest known form of its library. It is measured on request only.
    virtual bool is_variant() const { return false; }
};

}  // namespace satori::bench
