#include "command_line.hpp"

#include <charconv>

namespace gusset::bench {

const std::string& CommandLine::value_of(const std::string& option) {
  if (is_at_end()) throw ArgumentError(option + ": expected a value, found none");
  return next();
}

unsigned CommandLine::number_of(const std::string& option) {
  constexpr unsigned largest = 1'000'000;
  const std::string& word = value_of(option);
  unsigned value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || value < 1 || value > largest) {
    throw ArgumentError(option + ": expected a whole number from 1 to " + std::to_string(largest) +
                        ", found \"" + word + "\"");
  }
  return value;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

}  // namespace gusset::bench
