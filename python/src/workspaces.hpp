#pragma once

#include <memory>

#include <satori/workspace.hpp>

namespace satori::python {

/// Puts a workspace that calls can take again into the pool, or destroys it when the pool is full.
void give_back(Workspace* workspace);

/// A Workspace that calls take in turns: kept warm between calls, never used by two at once.
class BorrowedWorkspace {
public:
    BorrowedWorkspace();
    ~BorrowedWorkspace();
    BorrowedWorkspace(const BorrowedWorkspace&) = delete;
    BorrowedWorkspace& operator=(const BorrowedWorkspace&) = delete;

    Workspace& operator*() const noexcept { return *workspace_; }
    /// Leaves the workspace to the caller, who has to give it back.
    Workspace* release() noexcept { return workspace_.release(); }

private:
    std::unique_ptr<Workspace> workspace_;
};

}  // namespace satori::python
