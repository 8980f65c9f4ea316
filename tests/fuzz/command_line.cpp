// Fuzzes the satori command with any arguments, one per line of the input, in a folder of its own. The command must end
// with one of its exit codes; when it fails, it must give the reason and leave no files.

#include <array>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"
#include "fuzz/input.hpp"
#include "scenes/npy.hpp"

namespace satori::fuzz {

namespace {

using Files = std::map<std::string, std::string>;  // content by name

constexpr std::size_t kMostArguments = 24;
constexpr std::size_t kMostDigits = 2;  // so that no count, thread or repeat takes long

std::string array_of(const std::vector<float>& numbers, const std::vector<std::uint64_t>& shape) {
    std::string file = scenes::npy_header(scenes::NpyType::float32, shape);
    return file.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float));
}

/// The files in the folder.
const Files& given_files() {
    static const Files files = [] {
        const std::vector<float> boxes = {0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 1, 2, 1, 1, 0, 0, 2};
        std::vector<float> frames = boxes;
        frames.insert(frames.end(), boxes.rbegin(), boxes.rend());
        const std::string header = "cx,cy,cz,hx,hy,hz,qx,qy,qz,qw\n";
        return Files{{"boxes.csv", header + "0,0,0,1,1,1,0,0,0,1\n1,1,0,1,2,1,1,0,0,2\n"},
                     {"bad.csv", header + "0,0,0,1,-1,1,0,0,0,1\n0,0,0,1,1,1,0,0,0,1\n"},
                     {"rects.csv", "cx,cy,hx,hy,angle\n0,0,1,1,0\n1,0,1,2,0.5\n"},
                     {"boxes.npy", array_of(boxes, {2, 10})},
                     {"frames.npy", array_of(frames, {2, 2, 10})},
                     {"points.csv", "x,y,z\n0,0,0\n1,0,0\n0,1,0\n0,0,1\n1,1,1\n"},
                     {"points.obj", "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 2 3\n"},
                     {"empty.npy", ""}};
    }();
    return files;
}

/// A folder that the command runs in.
class Folder {
public:
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "satori-fuzz-XXXXXX").string();
        EXPECT_NE(::mkdtemp(name.data()), nullptr);
        path_ = name;
        restore();
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { std::filesystem::remove_all(path_); }

    const std::filesystem::path& path() const { return path_; }
    Files files() const {
        Files files;
        for (const auto& entry : std::filesystem::directory_iterator(path_)) {
            std::ifstream file(entry.path(), std::ios::binary);
            files[entry.path().filename().string()] = {std::istreambuf_iterator<char>(file), {}};
        }
        return files;
    }
    void restore() const {
        for (const auto& entry : std::filesystem::directory_iterator(path_)) std::filesystem::remove(entry.path());
        for (const auto& [name, content] : given_files()) std::ofstream(path_ / name, std::ios::binary) << content;
    }

private:
    std::filesystem::path path_;
};

/// Makes a folder the current one as long as it lives.
class Inside {
public:
    explicit Inside(const Folder& folder) : before_(std::filesystem::current_path()) {
        std::filesystem::current_path(folder.path());
    }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;
    ~Inside() { std::filesystem::current_path(before_); }

private:
    std::filesystem::path before_;
};

/// Captures what is written to a stream of the C library during its lifetime. The file descriptor stays open:
/// sanitizers report there.
class Captured {
public:
    explicit Captured(std::FILE*& stream) : stream_(stream), before_(stream) {
        stream_ = ::open_memstream(&text_, &size_);
    }
    Captured(const Captured&) = delete;
    Captured& operator=(const Captured&) = delete;
    ~Captured() {
        std::fclose(stream_);
        stream_ = before_;
        std::free(text_);
    }
    std::string_view text() {
        std::fflush(stream_);
        return {text_, size_};
    }

private:
    std::FILE*& stream_;
    std::FILE* before_;
    char* text_ = nullptr;
    std::size_t size_ = 0;
};

bool is_harmless(std::string_view argument) {
    if (argument.find('/') != argument.npos || argument.find("0x") != argument.npos ||
        argument.find("0X") != argument.npos)
        return false;
    std::size_t digits = 0;
    for (const char c : argument) {
        digits = std::isdigit(static_cast<unsigned char>(c)) != 0 ? digits + 1 : 0;
        if (digits > kMostDigits) return false;
    }
    return true;
}

/// Returns nothing when there are too many arguments, or when one might reach outside the folder or take long.
std::vector<std::string> arguments_of(Input& input) {
    std::vector<std::string> arguments = {"satori"};
    bool begins = true;
    while (!input.empty()) {
        const char c = static_cast<char>(input.byte());
        if (begins) arguments.emplace_back();
        begins = c == '\n' || c == '\0';
        if (!begins) arguments.back() += c;
    }
    if (arguments.size() > kMostArguments) return {};
    for (const std::string& argument : arguments)
        if (!is_harmless(argument)) return {};
    return arguments;
}

}  // namespace

void check(Input input) {
    static const Folder folder;
    std::vector<std::string> arguments = arguments_of(input);
    if (arguments.empty()) return;
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());

    cli::ExitCode code{};
    std::string out, err;
    {
        const Inside inside(folder);
        Captured standard_output(stdout), standard_error(stderr);
        code = cli::run_program(pointers);
        out = standard_output.text();
        err = standard_error.text();
    }
    const Files files = folder.files();
    EXPECT_GE(static_cast<int>(code), 0);
    EXPECT_LE(static_cast<int>(code), 3);
    if (code != cli::ExitCode::done) {
        EXPECT_TRUE(err.starts_with("satori: ") || err.starts_with("\033[")) << err;  // --color always
        EXPECT_EQ(out, "");
        EXPECT_EQ(files, given_files()) << "something was left behind";
        return;
    }
    if (out.rfind('{', 0) == 0) {
        EXPECT_TRUE(nlohmann::json::accept(out)) << out;
    }
    EXPECT_LE(files.size(), given_files().size() + 1);
    for (const auto& [name, content] : files) EXPECT_NE(std::filesystem::path(name).extension(), ".part") << name;
    if (files != given_files()) folder.restore();
}

}  // namespace satori::fuzz
