#include <algorithm>
#include <cstddef>

#include <thew/nearest.h>

namespace thew {

namespace {

constexpr std::size_t kLongestWord = 64;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

bool same(char a, char b) {
  return lower(a) == lower(b);
}

// Edits (insert, delete, replace, swap of neighbours) that turn a into b, row by row; capital
// letters are no others.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = last[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replace});
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1])) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::string nearest_word(std::string_view word, const std::vector<std::string_view>& candidates) {
  if (word.empty() || word.size() > kLongestWord) return "";
  std::size_t least = 1 + word.size() / 3;  // a third of the letters may be wrong
  std::string_view best;
  for (const std::string_view candidate : candidates) {
    if (candidate.empty() || candidate.size() > kLongestWord) continue;
    const std::size_t edits = distance(word, candidate);
    if (edits >= candidate.size()) continue;  // no letter is right
    if (edits < least || (edits == least && best.empty())) {
      least = edits;
      best = candidate;
    }
  }
  return std::string(best);
}

std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates) {
  return nearest_word(word, std::vector<std::string_view>(candidates.begin(), candidates.end()));
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates) {
  const std::string best = nearest_word(word, candidates);
  return best.empty() ? "" : "did you mean \"" + best + "\"?";
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  return did_you_mean(word, std::vector<std::string_view>(candidates.begin(), candidates.end()));
}

}  // namespace thew
