#pragma once
#include <CLI/CLI.hpp>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

// What the example programs share of reading their command lines. Whatever a command line may not have is
// one line on stderr, "PROGRAM: --option: expected WHAT, found "WORD"", and exit status 2.
namespace examples {

/// Words that the command line may not have.
class ArgumentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

constexpr std::size_t largest_size = 10'000'000;

/// A decimal whole number.
void add_number(CLI::App& app, const std::string& option, std::size_t& value, std::size_t minimum,
                std::size_t maximum, const std::string& help);

/// Some of these numbers, between commas, each at most once.
void add_numbers(CLI::App& app, const std::string& option, std::vector<std::size_t>& values,
                 const std::vector<std::size_t>& known, const std::string& help);

/// Numbers of blocks, level by level: "12", or "36x6" for 36 of which each is cut in 6.
void add_blocks(CLI::App& app, const std::string& option, std::vector<std::size_t>& blocks,
                const std::string& help);

/// One of these words, of which there are two or more.
void add_word(CLI::App& app, const std::string& option, std::string& word,
              const std::vector<std::string>& words, const std::string& help);

/// "36x6".
std::string text_of(const std::vector<std::size_t>& blocks);

/// Throws ArgumentError where the innermost blocks of a row were more than `size`, which the option `limit`
/// says.
void require_fit(const std::vector<std::size_t>& blocks, std::size_t size,
                 const std::string& limit = "--size", const std::string& option = "--blocks");

/// What main returns: 0 where the help text was asked for, else what `body` does once the command line is
/// read; 2 where that has words that it may not have, and 1 where something else is thrown, each told in one
/// line on stderr.
int run_program(CLI::App& app, int argc, char** argv, const std::function<int()>& body);

}  // namespace examples
