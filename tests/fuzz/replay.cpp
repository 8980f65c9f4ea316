// Runs a target on every file of a folder, without libFuzzer: faults that were found once must not return.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argument_count, char** arguments) {
    if (argument_count != 2) {
        std::fprintf(stderr, "usage: %s FOLDER\n", arguments[0]);
        return 2;
    }
    const std::filesystem::directory_iterator folder(arguments[1]);
    std::vector<std::filesystem::path> paths(begin(folder), end(folder));
    std::sort(paths.begin(), paths.end());
    int failures = 0;
    for (const std::filesystem::path& path : paths) {
        std::printf("%s\n", path.c_str());
        std::fflush(stdout);  // in case the next call does not return
        std::ifstream file(path, std::ios::binary);
        // The buffer is exactly as long as the input, so that AddressSanitizer sees reads past its end.
        std::vector<std::uint8_t> bytes(std::filesystem::file_size(path));
        file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        try {
            LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
        } catch (const std::exception& error) {
            std::printf("FAILED: %s\n", error.what());
            ++failures;
        }
    }
    std::printf("%zu inputs, %d failed\n", paths.size(), failures);
    return paths.empty() || failures > 0 ? 1 : 0;
}
