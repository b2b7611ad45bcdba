// Two programs that consist only of loops: a database query, and a kernel of lattice field theory.
#include <string>

#include "common/arguments.hpp"
#include "loops/programs.hpp"

int main(int argc, char** argv) {
  examples::LoopArguments arguments;
  std::string program = "q12";
  CLI::App app("Runs a program made of data-parallel loops.", "loops");
  examples::add_word(app, "--program", program, {"q12", "su3"}, "A database query, or products of matrices");
  examples::add_number(app, "--size", arguments.size, 1, examples::largest_size,
                       "Line items, or lattice sites");
  examples::add_number(app, "--chunk", arguments.chunk, 1, examples::largest_size, "Items or sites per task");
  examples::add_number(app, "--times", arguments.times, 1, 1'000'000, "Repetitions");
  examples::add_repetition(app, arguments.repetition);
  return examples::run_program(app, argc, argv, [&] {
    return program == "q12" ? examples::run_q12(arguments) : examples::run_su3(arguments);
  });
}
