// Runs a recursive fork-join program and checks its result:
//
//     fork_join --program heat --rows 1024 --steps 20 --leaves 32
#include <algorithm>
#include <array>
#include <bit>
#include <iostream>
#include <string>
#include <vector>

#include "common/arguments.hpp"
#include "programs.hpp"

namespace {

using fork_join::Outcome;
using fork_join::Settings;

struct Program {
  std::string name;
  Outcome (*run)(gusset::Runtime&, const Settings&);
  std::size_t rows;  // the default
  std::size_t fewest, most;
  bool has_columns = false;
  bool has_leaves = true;
};

constexpr std::size_t largest = 1 << 24;

const std::array<Program, 8>& programs() {
  static const std::array<Program, 8> all{{{"heat", fork_join::heat, 512, 2, 1 << 16, true},
                                           {"sor", fork_join::sor, 512, 2, 1 << 16, true},
                                           {"ge", fork_join::ge, 256, 2, 1 << 16, true},
                                           {"sort", fork_join::sort, 1 << 16, 2, largest},
                                           {"queens", fork_join::queens, 9, 4, 15, false, false},
                                           {"fft", fork_join::fft, 1 << 14, 2, largest},
                                           {"ck", fork_join::ck, 7, 2, 12, false, false},
                                           {"cholesky", fork_join::cholesky, 256, 2, 1 << 14}}};
  return all;
}

struct Arguments {
  std::string program = "heat";
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t steps = 10;
  std::size_t leaves = 16;
};

void require(bool is_right, const std::string& option, const std::string& expected, std::size_t found) {
  if (!is_right)
    throw examples::ArgumentError(option + ": expected " + expected + ", found \"" + std::to_string(found) +
                                  "\"");
}

int run(const Arguments& arguments) {
  const Program& program = *std::ranges::find(programs(), arguments.program, &Program::name);
  Settings settings;
  settings.rows = arguments.rows == 0 ? program.rows : arguments.rows;
  require(settings.rows >= program.fewest && settings.rows <= program.most, "--rows",
          "a whole number from " + std::to_string(program.fewest) + " to " + std::to_string(program.most) +
              " for " + program.name,
          settings.rows);
  settings.columns = arguments.columns == 0 ? settings.rows : arguments.columns;
  settings.steps = arguments.steps;
  settings.leaves = arguments.leaves;
  if (program.has_leaves) {
    require(std::has_single_bit(settings.leaves) && settings.leaves >= 2 && settings.leaves <= settings.rows,
            "--leaves", "a power of 2 from 2 to the rows", settings.leaves);
  }
  gusset::Runtime runtime;
  const Outcome outcome = program.run(runtime, settings);
  if (!runtime.has_data()) return 0;
  std::cout << program.name << ' ' << settings.rows;
  if (program.has_columns) std::cout << 'x' << settings.columns << ", " << settings.steps << " steps";
  if (program.has_leaves) std::cout << ", " << settings.leaves << " leaves";
  std::cout << ": " << outcome.text << (outcome.is_right ? "\n" : ", which is wrong\n");
  return outcome.is_right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Runs a recursive fork-join program and checks its result");
  Arguments arguments;
  std::vector<std::string> names;
  for (const Program& program : programs()) names.push_back(program.name);
  examples::add_word(app, "--program", arguments.program, names, "Which program");
  examples::add_number(app, "--rows", arguments.rows, 2, largest,
                       "Rows of the matrix, numbers, queens, or plies (default: depends on the program)");
  examples::add_number(app, "--columns", arguments.columns, 1, 1 << 16,
                       "Columns of the matrix (default: the rows)");
  examples::add_number(app, "--steps", arguments.steps, 0, 1 << 20, "Steps of heat, sor and ge");
  examples::add_number(app, "--leaves", arguments.leaves, 2, 1 << 16,
                       "Parts that are not divided, a power of 2");
  return examples::run_program(app, argc, argv, [&] { return run(arguments); });
}
