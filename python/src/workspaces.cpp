#include "workspaces.hpp"

#include <vector>

namespace satori::python {

namespace {

constexpr std::size_t kMostKept = 8;

/// The workspaces that no call uses. They need no mutex: whoever touches them holds the interpreter lock. They are
/// never destroyed, because arrays may give back workspaces until the process ends.
std::vector<std::unique_ptr<Workspace>>& pool() {
    static auto& made = *new std::vector<std::unique_ptr<Workspace>>;
    return made;
}

}  // namespace

void give_back(Workspace* workspace) {
    std::unique_ptr<Workspace> owned(workspace);
    if (owned != nullptr && pool().size() < kMostKept) pool().push_back(std::move(owned));
}

BorrowedWorkspace::BorrowedWorkspace() {
    if (pool().empty()) {
        workspace_ = std::make_unique<Workspace>();
    } else {
        workspace_ = std::move(pool().back());
        pool().pop_back();
    }
}

BorrowedWorkspace::~BorrowedWorkspace() {
    give_back(workspace_.release());
}

}  // namespace satori::python
