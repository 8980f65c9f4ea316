#include "scenes/suggestion.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <system_error>

namespace satori::scenes {

namespace {

constexpr std::size_t kShortestBeginning = 2;  // letters
constexpr std::size_t kLongestWord = 100;
constexpr std::size_t kMostFiles = 10000;

/// Returns what is compared: the word in small letters, without the dashes of an option.
std::string letters_of(std::string_view word) {
    std::string small(word.substr(std::min(word.find_first_not_of('-'), word.size())));
    for (char& c : small) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return small;
}

/// Returns how many letters must be inserted, removed, replaced, or swapped with their neighbor to make `b` of `a`. No
/// letter changes twice.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    // Three rows of the table of the distances between all beginnings of `a` and of `b`.
    std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (is_swap) row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        std::swap(before_last, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

}  // namespace

const std::string* most_like(std::string_view word, const std::vector<std::string>& candidates) {
    if (word.size() > kLongestWord) return nullptr;
    const std::string typed = letters_of(word);
    const std::string* best = nullptr;
    std::size_t least = (typed.size() + 2) / 3 + 1;  // one error for each three letters
    for (const std::string& candidate : candidates) {
        if (candidate.size() > kLongestWord) continue;
        const std::string known = letters_of(candidate);
        const bool is_beginning = typed.size() >= kShortestBeginning && known.starts_with(typed);
        const std::size_t distance = is_beginning ? 0 : edit_distance(typed, known);
        if (distance >= least || distance >= std::max(typed.size(), known.size())) continue;
        best = &candidate;
        least = distance;
    }
    return best;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
    const std::string* const best = most_like(word, candidates);
    return best == nullptr ? "" : "; did you mean '" + *best + "'?";
}

std::string file_suggestion(const std::string& path) {
    const std::filesystem::path wanted(path);
    const std::filesystem::path folder = wanted.parent_path();
    std::error_code error;
    std::vector<std::string> names;
    for (std::filesystem::directory_iterator entry(folder.empty() ? "." : folder, error), end;
         !error && entry != end && names.size() < kMostFiles; entry.increment(error)) {
        std::error_code unknown;
        if (entry->is_regular_file(unknown)) names.push_back(entry->path().filename().string());
    }
    std::sort(names.begin(), names.end());  // the answer must not depend on the order in the folder
    const auto has_same_end = [&](const std::string& name) {
        return std::filesystem::path(name).extension() == wanted.extension();
    };
    std::stable_partition(names.begin(), names.end(), has_same_end);
    // What stands before the ends is compared: a.npy is not like b.npy, and scene.csv is like scene.npy.
    std::vector<std::string> stems;
    for (const std::string& name : names) stems.push_back(std::filesystem::path(name).stem().string());
    const std::string* const best = most_like(wanted.stem().string(), stems);
    if (best == nullptr) return "";
    return "; did you mean '" + (folder / names[static_cast<std::size_t>(best - stems.data())]).string() + "'?";
}

}  // namespace satori::scenes
