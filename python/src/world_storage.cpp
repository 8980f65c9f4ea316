#include <cerrno>
#include <optional>
#include <string>
#include <vector>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <satori/world_recording.hpp>
#include <satori/world_snapshot.hpp>

#include "docs/world_storage.hpp"
#include "execution.hpp"
#include "types.hpp"
#include "world_object.hpp"

namespace satori::python {

namespace {

using Text = std::optional<std::string>;
using Threads = std::optional<unsigned>;
using Path = std::filesystem::path;

[[noreturn]] void throw_os_error(const Path& path) {
    errno = errno != 0 ? errno : EIO;
    PyErr_SetFromErrnoWithFilename(PyExc_OSError, path.c_str());
    throw py::error_already_set();
}

// --- snapshots

py::bytes saved(PythonWorld& self) {
    const PythonWorld::Hold hold(self);
    std::string bytes;
    SnapshotSink sink;
    sink.write = [](const void* data, std::size_t size, void* user) noexcept {
        try {
            static_cast<std::string*>(user)->append(static_cast<const char*>(data), size);
        } catch (...) {
            return false;
        }
        return true;
    };
    sink.user = &bytes;
    const Status status = unlocked([&] { return save(self.object.world, sink); });
    expect(status == Status::write_failed ? Status::out_of_memory : status, "World.save");
    return bytes;
}

void loaded(PythonWorld& self, const py::bytes& snapshot, const Calling& calling) {
    const std::string_view bytes = snapshot;
    const std::span<const std::byte> given(reinterpret_cast<const std::byte*>(bytes.data()), bytes.size());
    const PythonWorld::Hold hold(self);
    expect(unlocked([&] { return load(self.object.world, given, calling.execution()); }), "World.load");
}

std::unique_ptr<PythonWorld> copied(PythonWorld& self) {
    auto made = std::make_unique<PythonWorld>();
    const PythonWorld::Hold hold(self);
    expect(unlocked([&] { return made->object.world.copy_from(self.object.world); }), "World.copy");
    return made;
}

// --- recordings

void record(PythonWorld& self, const Path& path, std::uint32_t hash_every) {
    const PythonWorld::Hold hold(self);
    if (self.object.recording != nullptr) throw py::value_error("World.record: a recording runs already");
    std::unique_ptr<std::FILE, WorldAndFile::Close> file(std::fopen(path.c_str(), "wb"));
    if (file == nullptr) throw_os_error(path);
    RecordOptions options;
    options.write = [](const void* data, std::size_t size, void* user) noexcept {
        return std::fwrite(data, 1, size, static_cast<std::FILE*>(user)) == size;
    };
    options.user = file.get();
    options.hash_every = hash_every;
    expect(unlocked([&] { return self.object.world.record(options); }), "World.record");
    self.object.recording = std::move(file);
}

void stop_recording(PythonWorld& self) {
    const PythonWorld::Hold hold(self);
    if (self.object.recording == nullptr) throw py::value_error("World.stop_recording: no recording runs");
    const Status status = unlocked([&] { return self.object.world.stop_recording(); });
    const bool closed = std::fclose(self.object.recording.release()) == 0;
    // A recording that has ended by itself has told so in the call that it kept from running.
    if (status == Status::invalid_argument) throw std::runtime_error("World.stop_recording: it has ended by itself");
    expect(closed ? status : Status::recording_failed, "World.stop_recording");
}

/// A recording, replayed update by update.
class Replayer {
public:
    Replayer(std::vector<std::byte> bytes, const Text& isa, const Threads& threads)
        : calling_(isa, threads), bytes_(std::move(bytes)), replay_(bytes_) {}

    /// Replays up to the next update. Raises StopIteration at the end.
    ReplayStep next() {
        ReplayStep step;
        WorldUpdate update;
        const Status status = unlocked([&] { return replay_.step(step, update, calling_.execution()); });
        if (status == Status::invalid_recording)
            throw py::value_error("Replay: byte " + std::to_string(replay_.offset()) + ": " +
                                  describe(replay_.fault()));
        expect(status, "Replay");
        if (step.outcome == ReplayOutcome::end || ended_) throw py::stop_iteration();
        ended_ = step.outcome != ReplayOutcome::same;
        return step;
    }

    std::unique_ptr<PythonWorld> world() const {
        auto made = std::make_unique<PythonWorld>();
        expect(made->object.world.copy_from(replay_.world()), "Replay.world");
        return made;
    }

private:
    Calling calling_;
    std::vector<std::byte> bytes_;
    WorldReplay replay_;
    bool ended_ = false;  ///< a step differed: there are no more
};

/// satori.Replay.
using PythonReplay = Exclusive<Replayer>;

std::unique_ptr<PythonReplay> replay(const Path& path, const Text& isa, const Threads& threads) {
    const std::unique_ptr<std::FILE, WorldAndFile::Close> file(std::fopen(path.c_str(), "rb"));
    if (file == nullptr) throw_os_error(path);
    std::vector<std::byte> bytes;
    std::byte block[65536];
    for (std::size_t got = 0; (got = std::fread(block, 1, sizeof block, file.get())) != 0;)
        bytes.insert(bytes.end(), block, block + got);
    if (std::ferror(file.get()) != 0) throw_os_error(path);
    return std::make_unique<PythonReplay>(std::move(bytes), isa, threads);
}

void add_replay(py::module_& module) {
    py::class_<ReplayStep>(module, "ReplayStep", docs::ReplayStep)
        .def_readonly("number", &ReplayStep::number, docs::ReplayStep_number)
        .def_property_readonly(
            "same", [](const ReplayStep& step) { return step.outcome == ReplayOutcome::same; }, docs::ReplayStep_same)
        .def_property_readonly(
            "hash", [](const ReplayStep& step) { return step.hashed ? std::optional(step.hash) : std::nullopt; },
            docs::ReplayStep_hash)
        .def("__repr__", [](const ReplayStep& step) {
            return "<satori.ReplayStep: update " + std::to_string(step.number) +
                   (step.outcome == ReplayOutcome::same ? ", same>" : ", differs>");
        });
    py::class_<PythonReplay>(module, "Replay", docs::Replay)
        .def("__iter__", [](PythonReplay& self) -> PythonReplay& { return self; })
        .def("__next__",
             [](PythonReplay& self) {
                 const PythonReplay::Hold hold(self);
                 return self.object.next();
             })
        .def(
            "world",
            [](PythonReplay& self) {
                const PythonReplay::Hold hold(self);
                return self.object.world();
            },
            docs::Replay_world);
    module.def("replay", &replay, docs::replay, py::arg("path"), py::kw_only(), py::arg("isa") = py::none(),
               py::arg("threads") = py::none());
}

}  // namespace

void add_world_storage(py::module_& module, WorldClass& world) {
    add_replay(module);
    world.def("save", &saved, docs::World_save)
        .def(
            "load",
            [](PythonWorld& self, const py::bytes& snapshot, const Text& isa, const Threads& threads) {
                loaded(self, snapshot, Calling(isa, threads));
            },
            docs::World_load, py::arg("snapshot"), py::kw_only(), py::arg("isa") = py::none(),
            py::arg("threads") = py::none())
        .def("copy", &copied, docs::World_copy)
        .def("__copy__", &copied)
        .def(
            "__deepcopy__", [](PythonWorld& self, const py::dict&) { return copied(self); }, py::arg("memo"))
        .def(py::pickle([](PythonWorld& self) { return saved(self); },
                        [](const py::bytes& snapshot) {
                            auto made = std::make_unique<PythonWorld>();
                            loaded(*made, snapshot, Calling(std::nullopt, std::nullopt));
                            return made;
                        }))
        .def(
            "state_hash",
            [](PythonWorld& self) {
                const PythonWorld::Hold hold(self);
                const Unlocked released;
                return self.object.world.state_hash();
            },
            docs::World_state_hash)
        .def("record", &record, docs::World_record, py::arg("path"), py::kw_only(), py::arg("hash_every") = 1)
        .def("stop_recording", &stop_recording, docs::World_stop_recording);
}

}  // namespace satori::python
