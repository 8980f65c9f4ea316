#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace satori::scenes {

/// Returns the candidate that is most like a mistyped word: it begins with the word, or few letters differ. Returns
/// null when none is like it. Case and leading dashes do not count.
const std::string* most_like(std::string_view word, const std::vector<std::string>& candidates);

/// Returns "; did you mean 'pairs'?" for the end of an error message, or "" when no candidate is like the word.
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

/// Does the same for a file that does not exist, with the names in its folder.
std::string file_suggestion(const std::string& path);

}  // namespace satori::scenes
