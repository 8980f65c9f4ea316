#include "command.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace satori::test {

namespace {

constexpr int kCannotRun = 127;

struct Pipe {
    int read_end = -1, write_end = -1;

    Pipe() {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
        read_end = ends[0];
        write_end = ends[1];
    }
};

// Makes only calls that are safe between fork and exec.
[[noreturn]] void become(char* const* words, char* const* environment, int in, int out, int err,
                         std::uint64_t file_size_limit) {
    if (file_size_limit > 0) {
        const rlimit limit{file_size_limit, file_size_limit};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    if (in >= 0) ::dup2(in, STDIN_FILENO);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(err, STDERR_FILENO);
    environ = const_cast<char**>(environment);
    ::execvp(words[0], words);
    ::_exit(kCannotRun);
}

std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& added) {
    std::vector<std::string> all;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        if (std::string(*entry).rfind("SATORI_ISA=", 0) != 0) all.emplace_back(*entry);
    }
    for (const auto& [name, value] : added) all.push_back(name + "=" + value);
    return all;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> result;
    for (std::string& word : words) result.push_back(word.data());
    result.push_back(nullptr);
    return result;
}

// Reads both streams until both are closed, whichever has data.
void collect(int out, int err, CommandResult& result) {
    pollfd streams[2] = {{out, POLLIN, 0}, {err, POLLIN, 0}};
    std::string* texts[2] = {&result.out, &result.err};
    for (int open = 2; open > 0;) {
        if (::poll(streams, 2, -1) < 0 && errno != EINTR) break;
        for (int i = 0; i < 2; ++i) {
            if (streams[i].fd < 0 || streams[i].revents == 0) continue;
            char buffer[4096];
            const ssize_t got = ::read(streams[i].fd, buffer, sizeof buffer);
            if (got > 0) {
                texts[i]->append(buffer, static_cast<std::size_t>(got));
            } else if (got == 0 || errno != EINTR) {
                ::close(streams[i].fd);
                streams[i].fd = -1;
                --open;
            }
        }
    }
}

}  // namespace

CommandResult run_program(const std::vector<std::string>& words, const CommandSettings& settings) {
    std::vector<std::string> own_words = words;
    std::vector<std::string> own_environment = environment_with(settings.environment);
    const std::vector<char*> word_pointers = pointers(own_words);
    const std::vector<char*> environment_pointers = pointers(own_environment);
    const Pipe out, err;
    int target = out.write_end;
    if (!settings.standard_output.empty()) target = ::open(settings.standard_output.c_str(), O_WRONLY | O_CLOEXEC);
    int source = -1;
    if (!settings.standard_input.empty()) source = ::open(settings.standard_input.c_str(), O_RDONLY | O_CLOEXEC);

    CommandResult result;
    const pid_t child = ::fork();
    if (child == 0) {
        if (!settings.has_unnamed_files) forbid_unnamed_files();
        become(word_pointers.data(), environment_pointers.data(), source, target, err.write_end,
               settings.file_size_limit);
    }
    ::close(out.write_end);
    ::close(err.write_end);
    if (!settings.standard_output.empty()) ::close(target);
    if (source >= 0) ::close(source);
    collect(out.read_end, err.read_end, result);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    result.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return result;
}

void forbid_unnamed_files() {
    sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[2])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_TMPFILE & ~O_DIRECTORY, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const sock_fprog program{static_cast<unsigned short>(std::size(code)), code};
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) ::_exit(kCannotRun);
}

CommandResult run_satori(const std::vector<std::string>& arguments, const CommandSettings& settings) {
    std::vector<std::string> words;
    if (const char* emulator = std::getenv("SATORI_CLI_EMULATOR")) {
        std::istringstream stream(emulator);
        words.assign(std::istream_iterator<std::string>(stream), {});
    }
    words.emplace_back(SATORI_CLI_PATH);
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run_program(words, settings);
}

void CliTest::SetUp() {
    std::string name = (std::filesystem::temp_directory_path() / "satori-test-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
}

void CliTest::TearDown() {
    std::filesystem::remove_all(folder_);
}

std::string CliTest::write_file(const std::string& name, const std::string& content) const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
}

std::string CliTest::make(const std::string& name, const std::vector<std::string>& arguments) const {
    std::vector<std::string> all{"make"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    all.insert(all.end(), {"-o", path(name)});
    const CommandResult result = run_satori(all);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return path(name);
}

nlohmann::ordered_json CliTest::json_of(const std::string& command, const std::string& scene,
                                        const std::vector<std::string>& arguments) const {
    std::vector<std::string> all{command, scene, "--json"};
    if (command != "simulate") all.insert(all.end(), {"--repeat", "1"});
    all.insert(all.end(), arguments.begin(), arguments.end());
    const CommandResult result = run_satori(all);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return nlohmann::ordered_json::parse(result.out, nullptr, false);
}

nlohmann::ordered_json CliTest::json_with_fields(const std::string& command, const std::string& scene,
                                                 const std::string& repeat,
                                                 const std::vector<std::string>& fields) const {
    const CommandResult result = run_satori({command, scene, "--json", "--repeat", repeat});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.err, "");
    auto json = nlohmann::ordered_json::parse(result.out);
    std::vector<std::string> keys, stage_keys;
    for (const auto& [key, value] : json.items()) keys.push_back(key);
    for (const auto& [key, value] : json["stages_ms"].items()) stage_keys.push_back(key);
    EXPECT_EQ(keys, fields);
    EXPECT_EQ(stage_keys,
              (std::vector<std::string>{"ingest", "aabb", "broadphase", "narrowphase", "manifold", "sort"}));
    EXPECT_EQ(json["repeat"], std::stoi(repeat));
    double sum = 0;
    for (const char* stage : {"aabb", "broadphase", "narrowphase", "manifold"})
        sum += json["stages_ms"][stage].get<double>();
    EXPECT_NEAR(sum, json["total_ms"].get<double>(), 1e-6);
    return json;
}

std::vector<std::string> CliTest::list() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

std::size_t CliTest::unfinished_count(pid_t process) {
    std::size_t count = 0;
    std::error_code ended;
    for (const auto& entry : std::filesystem::directory_iterator(fmt::format("/proc/{}/fd", process), ended)) {
        const std::string target = std::filesystem::read_symlink(entry, ended).string();
        // Linux shows a file without a name as /folder/#number.
        if (target.find("/#") != std::string::npos || target.find("/.satori-") != std::string::npos) ++count;
    }
    return count;
}

bool CliTest::has_unnamed_files() const {
    const int file = ::open(folder_.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0600);
    if (file >= 0) ::close(file);
    return file >= 0;
}

std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

Row cube(float x, float y, float z) {
    return {x, y, z, 0.5F, 0.5F, 0.5F, 0, 0, 0, 1};
}

std::string npy_file(const std::string& dictionary, const std::string& data, int version) {
    std::string file = "\x93NUMPY";
    file += static_cast<char>(version);
    file += '\0';
    const auto length = static_cast<std::uint32_t>(dictionary.size());
    for (int byte = 0; byte < (version == 1 ? 2 : 4); ++byte) file += static_cast<char>((length >> (8 * byte)) & 0xff);
    return file + dictionary + data;
}

std::string npy_dictionary(const std::string& descr, const std::string& shape, const std::string& fortran_order) {
    return fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}\n", descr, fortran_order, shape);
}

std::string npy_scene(const std::vector<Row>& rows) {
    std::string data;
    for (const Row& row : rows) data += raw(row);
    return npy_file(npy_dictionary("<f4", fmt::format("({}, {})", rows.size(), rows.empty() ? 10 : rows[0].size())),
                    data);
}

}  // namespace satori::test
