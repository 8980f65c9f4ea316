#pragma once

#include <chrono>
#include <thread>

#include <pybind11/pybind11.h>

namespace satori::python {

/// Releases the interpreter lock for the time of a call of satori.
class Unlocked {
public:
    Unlocked() : state_(PyEval_SaveThread()) {}
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;
    ~Unlocked() {
        try {
            PyEval_RestoreThread(state_);
        } catch (...) {
            // The interpreter has ended, and Python unwinds this daemon thread to end it. Objects on its stack must not
            // be released without the lock: the thread sleeps until the process has ended.
            for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
        }
    }

private:
    PyThreadState* state_;
};

}  // namespace satori::python
