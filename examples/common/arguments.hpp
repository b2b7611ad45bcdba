#pragma once
#include <CLI/CLI.hpp>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

// Command-line options that the example programs share. Given an invalid command line, a program prints one
// line on stderr, "PROGRAM: --option: expected WHAT, found "WORD"", and exits with status 2.
namespace examples {

/// Invalid words on the command line.
class ArgumentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

constexpr std::size_t largest_size = 10'000'000;

/// Adds an option for a decimal whole number.
void add_number(CLI::App& app, const std::string& option, std::size_t& value, std::size_t minimum,
                std::size_t maximum, const std::string& help);

/// Adds an option for some of the known numbers, separated by commas, each at most once.
void add_numbers(CLI::App& app, const std::string& option, std::vector<std::size_t>& values,
                 const std::vector<std::size_t>& known, const std::string& help);

/// Adds an option for numbers of blocks per level: "12", or "36x6" for 36 blocks that are each cut into 6.
void add_blocks(CLI::App& app, const std::string& option, std::vector<std::size_t>& blocks,
                const std::string& help);

/// Adds an option for one of two or more words.
void add_word(CLI::App& app, const std::string& option, std::string& word,
              const std::vector<std::string>& words, const std::string& help);

/// Formats "36x6".
std::string text_of(const std::vector<std::size_t>& blocks);

/// Throws ArgumentError if a row would have more innermost blocks than `size`, the value of the option
/// `limit`.
void require_fit(const std::vector<std::size_t>& blocks, std::size_t size,
                 const std::string& limit = "--size", const std::string& option = "--blocks");

/// Throws ArgumentError if blocks have parts, which a program with the option `with` does not support.
void require_one_level(const std::vector<std::size_t>& blocks, const std::string& with);

/// Parses the command line and runs `body`. Returns main's exit status: 0 for the help text, the result of
/// `body`, 2 for an invalid command line and 1 for any other exception. Prints each error in one line on
/// stderr.
int run_program(CLI::App& app, int argc, char** argv, const std::function<int()>& body);

}  // namespace examples
