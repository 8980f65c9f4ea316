#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace satori::cli {

/// Writes text to a stream. CliError (failed) when the write fails.
void print(std::FILE* stream, const std::string& text);

/// Returns the digits in groups of three: 1 234 567.
std::string grouped(std::uint64_t number);
/// Returns the number so and the noun in its form: 1 box, 1 234 boxes.
std::string counted(std::uint64_t number, std::string_view noun);

}  // namespace satori::cli
