#pragma once

#include <atomic>
#include <concepts>
#include <stdexcept>
#include <utility>

namespace satori::python {

/// An object that takes one call at a time. A second one, from another thread, raises an error.
template <class Object>
class Exclusive {
public:
    template <class... Arguments>
    requires std::constructible_from<Object, Arguments...>
    explicit Exclusive(Arguments&&... arguments) : object(std::forward<Arguments>(arguments)...) {}

    Exclusive(const Exclusive&) = delete;
    Exclusive& operator=(const Exclusive&) = delete;

    /// Holds the object for a call.
    class Hold {
    public:
        explicit Hold(Exclusive& held) : held_(held) {
            if (held_.busy_.exchange(true)) throw std::runtime_error("another thread uses this object");
        }
        ~Hold() { held_.busy_ = false; }
        Hold(const Hold&) = delete;
        Hold& operator=(const Hold&) = delete;

    private:
        Exclusive& held_;
    };

    Object object;

private:
    std::atomic<bool> busy_{false};
};

}  // namespace satori::python
