#pragma once
#include <cstddef>
#include <functional>
#include <regex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gusset::bench {

/// A command line that a benchmark does not accept.
class ArgumentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads the words after the program's name one by one.
class CommandLine {
 public:
  CommandLine(int argc, char** argv) : words_(argv + 1, argv + argc) {}
  explicit CommandLine(std::vector<std::string> words) : words_(std::move(words)) {}

  bool is_at_end() const { return next_ == words_.size(); }
  const std::string& next() { return words_[next_++]; }
  /// Returns the word after an option. Throws ArgumentError if there is none.
  const std::string& value_of(const std::string& option);
  /// Returns the number after an option. Throws ArgumentError unless it is 1 … 1 000 000.
  unsigned number_of(const std::string& option);

 private:
  std::vector<std::string> words_;
  std::size_t next_ = 0;
};

/// Options that several benchmarks take.
struct CommonOptions {
  bool wants_help = false;
  bool is_json = false;
  std::size_t rounds = 5;
  std::regex rows{""};  ///< runs the rows whose names contain a match

  bool wants(const std::string& row) const { return std::regex_search(row, rows); }
  /// Handles --help, --json, --rounds N and --rows REGEX. Returns false for any other option. Throws
  /// ArgumentError if the option's value is missing or wrong.
  bool take(const std::string& option, CommandLine& line);
};

/// Makes the error for an option that a benchmark does not know.
ArgumentError unknown_option(const std::string& option);

/// Runs a benchmark's main function and returns the exit status. Prints an exception as one line; the status
/// is 2 for an ArgumentError and 1 for any other.
int run_main(const std::string& program, const std::function<int()>& run);

/// Joins words as "a, b, c".
std::string joined(const std::vector<std::string>& words);

}  // namespace gusset::bench
