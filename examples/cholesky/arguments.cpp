#include "arguments.hpp"

#include <CLI/CLI.hpp>
#include <charconv>

namespace cholesky {
namespace {

constexpr std::size_t largest_size = 10'000'000;
constexpr std::size_t most_repetitions = 1'000'000;

CLI::Validator number(std::size_t minimum, std::size_t maximum) {
  const auto check = [minimum, maximum](const std::string& text) -> std::string {
    std::size_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc() && stopped == end && value >= minimum && value <= maximum) return {};
    return "expected a whole number from " + std::to_string(minimum) + " to " + std::to_string(maximum) +
           ", found \"" + text + "\"";
  };
  return {check, "N"};
}

CLI::Validator mode() {
  const auto check = [](const std::string& text) -> std::string {
    if (text == "add" || text == "write") return {};
    return "expected add or write, found \"" + text + "\"";
  };
  return {check, "add|write"};
}

}  // namespace

std::variant<Arguments, std::string> parse_arguments(int argc, char** argv) {
  Arguments arguments;
  std::string updates = "add";
  CLI::App app("Factorizes a symmetric positive definite matrix, A = L·Lᵀ, by tiles.", "cholesky");
  app.add_option("--size", arguments.size, "Rows of the matrix (default 2048)")
      ->check(number(1, largest_size));
  app.add_option("--blocks", arguments.blocks, "Tiles in a row of tiles (default 8)")
      ->check(number(1, largest_size));
  app.add_option("--updates", updates,
                 "Whether syrk and gemm run in any order (add, the default) or as submitted")
      ->check(mode());
  app.add_option("--repeat", arguments.repeat, "Factorizations, each of a fresh matrix (default 1)")
      ->check(number(1, most_repetitions));
  app.add_flag("--check", arguments.check, "Compute the residual and fail above 1e-12");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return app.help();
  } catch (const CLI::ParseError& error) {
    throw ArgumentError(error.what());
  }
  if (arguments.blocks > arguments.size) {
    throw ArgumentError("--blocks: expected at most --size (" + std::to_string(arguments.size) +
                        "), found \"" + std::to_string(arguments.blocks) + "\"");
  }
  arguments.updates = updates == "add" ? Updates::add : Updates::write;
  return arguments;
}

}  // namespace cholesky
