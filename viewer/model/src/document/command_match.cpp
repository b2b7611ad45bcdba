#include "gusset/viewer/model/document/command_match.hpp"

#include <algorithm>
#include <sstream>

#include "gusset/base/text.hpp"

namespace gusset::viewer {
namespace {

constexpr int letter = 1;
constexpr int in_a_row = 8;
constexpr int word_start = 6;
constexpr int in_name = 20;  // bonus for each word found in the name, not in the menu
constexpr int begins_name = 2;
constexpr int begins_in_submenu = 1;  // after "Panels: "

// All texts here are lower case.
bool starts_word(const std::string& name, std::size_t at) {
  const auto is_part = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || byte >= 0x80;
  };
  return at == 0 || !is_part(name[at - 1]);
}

// The best score over all ways to find the letters in order. Names are short, so this tries all of them.
std::optional<int> word_score(const std::string& word, const std::string& name) {
  constexpr int none = -1;
  // best[j]: best score of the letters so far with the last one at name[j].
  std::vector<int> best(name.size(), none);
  for (std::size_t i = 0; i < word.size(); ++i) {
    std::vector<int> next(name.size(), none);
    int reachable = i == 0 ? 0 : none;  // best score that ends before name[j]
    for (std::size_t j = 0; j < name.size(); ++j) {
      if (word[i] == name[j]) {
        const int own = letter + (starts_word(name, j) ? word_start : 0);
        if (reachable != none) next[j] = reachable + own;
        if (i > 0 && j > 0 && best[j - 1] != none) next[j] = std::max(next[j], best[j - 1] + own + in_a_row);
      }
      if (i > 0) reachable = std::max(reachable, best[j]);
    }
    best = std::move(next);
  }
  const auto found = std::max_element(best.begin(), best.end());
  return found == best.end() || *found == none ? std::nullopt : std::optional(*found);
}

// Breaks ties between names with equally close letters.
int start_score(const std::string& name, const std::string& typed) {
  if (name.starts_with(typed)) return begins_name;
  const std::size_t colon = name.find(": ");
  return colon != std::string::npos && name.substr(colon + 2).starts_with(typed) ? begins_in_submenu : 0;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

}  // namespace

std::optional<int> match_score(const std::string& typed, const std::string& name) {
  int sum = 0;
  for (const std::string& word : words_of(lower_case(typed))) {
    const std::optional<int> score = word_score(word, lower_case(name));
    if (!score) return std::nullopt;
    sum += *score;
  }
  return sum;
}

std::vector<std::size_t> matching_commands(const std::vector<Command>& commands, const std::string& typed) {
  const std::vector<std::string> words = words_of(lower_case(typed));
  const std::string plain = joined(words, " ");  // without extra spaces
  std::vector<std::pair<int, std::size_t>> found;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    std::optional<int> sum = 0;
    for (const std::string& word : words) {
      const std::optional<int> in = match_score(word, commands[i].name);
      const std::optional<int> score = in ? *in + in_name : match_score(word, commands[i].place);
      sum = score ? std::optional(*sum + *score) : std::nullopt;
      if (!sum) break;
    }
    if (sum && !plain.empty()) *sum += start_score(lower_case(commands[i].name), plain);
    if (sum) found.emplace_back(*sum, i);
  }
  std::stable_sort(found.begin(), found.end(), [&](const auto& a, const auto& b) {
    const bool a_runs = commands[a.second].enabled;
    const bool b_runs = commands[b.second].enabled;
    return a_runs != b_runs ? a_runs : a.first > b.first;
  });
  std::vector<std::size_t> places;
  for (const auto& [score, place] : found) places.push_back(place);
  return places;
}

}  // namespace gusset::viewer
