#pragma once
#include <cstddef>
#include <functional>
#include <regex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gusset::bench {

/// Words that the command line may not have.
class ArgumentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The words after a program's name, one after the other.
class CommandLine {
 public:
  CommandLine(int argc, char** argv) : words_(argv + 1, argv + argc) {}
  explicit CommandLine(std::vector<std::string> words) : words_(std::move(words)) {}

  bool is_at_end() const { return next_ == words_.size(); }
  const std::string& next() { return words_[next_++]; }
  /// The word after an option. Throws ArgumentError where there is none.
  const std::string& value_of(const std::string& option);
  /// The same as a number from 1 to a million.
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
  std::regex rows{""};  ///< rows whose names hold a match

  bool wants(const std::string& row) const { return std::regex_search(row, rows); }
  /// Takes --help, --json, --rounds N or --rows REGEX. False for another option. Throws ArgumentError.
  bool take(const std::string& option, CommandLine& words);
};

/// Refuses an option that a benchmark does not know.
ArgumentError unknown_option(const std::string& option);

/// Runs a benchmark's main function: an ArgumentError becomes one line and exit status 2, another exception
/// one line and 1.
int run_main(const std::string& program, const std::function<int()>& run);

/// "a, b, c"
std::string joined(const std::vector<std::string>& words);

}  // namespace gusset::bench
