#include "cli/report.hpp"

#include <cerrno>
#include <cstring>

#include "cli/cli_error.hpp"
#include "scenes/text_fields.hpp"

namespace satori::cli {

void print(std::FILE* stream, const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), stream) == text.size() && std::fflush(stream) == 0) return;
    throw CliError(ExitCode::failed, std::string("cannot write the report: ") + std::strerror(errno));
}

std::string grouped(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t place = digits.size(); place > 3;) {
        place -= 3;
        digits.insert(place, 1, ' ');
    }
    return digits;
}

std::string counted(std::uint64_t number, std::string_view noun) {
    return grouped(number) + " " + scenes::plural(number, noun);
}

}  // namespace satori::cli
