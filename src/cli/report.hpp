#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace satori::cli {

/// Writes text to a stream. CliError (failed) when the write fails.
void print(std::FILE* stream, const std::string& text);

/// Returns the digits in groups of three: 1 234 567.
std::string grouped(std::uint64_t number);

}  // namespace satori::cli
