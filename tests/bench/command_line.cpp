#include "bench/command_line.hpp"

#include <charconv>
#include <cstdio>
#include <exception>

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

bool CommonOptions::take(const std::string& option, CommandLine& line) {
  if (option == "--help") {
    wants_help = true;
  } else if (option == "--json") {
    is_json = true;
  } else if (option == "--rounds") {
    rounds = line.number_of(option);
  } else if (option == "--rows") {
    const std::string& word = line.value_of(option);
    try {
      rows = std::regex(word);
    } catch (const std::regex_error&) {
      throw ArgumentError("--rows: expected a regular expression, found \"" + word + "\"");
    }
  } else {
    return false;
  }
  return true;
}

ArgumentError unknown_option(const std::string& option) {
  return ArgumentError("expected an option (see --help), found \"" + option + "\"");
}

int run_main(const std::string& program, const std::function<int()>& run) {
  try {
    return run();
  } catch (const ArgumentError& error) {
    std::fprintf(stderr, "%s: %s\n", program.c_str(), error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", program.c_str(), error.what());
    return 1;
  }
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

}  // namespace gusset::bench
