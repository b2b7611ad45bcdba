// Measures the cost of reading traces, compared with other programs in the same run. Reports medians. Each
// measurement runs in a separate process, so that its memory can be measured; files are in the page cache.
// Usage: bench_traces --help
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "bench/child_process.hpp"
#include "bench/command_line.hpp"
#include "bench/report.hpp"
#include "bench/rounds.hpp"
#include "child.hpp"
#include "rows.hpp"

namespace {

using namespace gusset::bench;
using gusset::traces::bench::Row;

constexpr const char* program = "bench_traces";
constexpr const char* help =
    "usage: bench_traces [--rows REGEX] [--rounds N] [--tasks N] [--files FOLDER] [--json]\n"
    "Measures the cost of reading traces, next to other programs. Prints medians of all rounds.\n"
    "  --rows REGEX  only rows whose names match\n"
    "  --rounds N    measurements per row (5)\n"
    "  --tasks N     tasks per file (1000000); some rows use 10 to 100 times as many\n"
    "  --files F     keep the files in folder F, and reuse files that exist there\n"
    "  --json        print a list of {name, unit, ours, peers, goal, better}\n";

struct Arguments {
  CommonOptions common{};
  std::size_t tasks = 1'000'000;
  std::filesystem::path files;  ///< empty: a temporary folder
};

Arguments parse(CommandLine words) {
  Arguments arguments;
  while (!words.is_at_end()) {
    const std::string option = words.next();
    if (arguments.common.take(option, words)) continue;
    if (option == "--tasks") {
      arguments.tasks = words.number_of(option);
    } else if (option == "--files") {
      arguments.files = words.value_of(option);
    } else {
      throw unknown_option(option);
    }
  }
  return arguments;
}

int measure_all(const Arguments& arguments) {
  const bool keeps = !arguments.files.empty();
  const auto folder =
      keeps ? arguments.files
            : std::filesystem::temp_directory_path() / ("bench_traces." + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  std::vector<Figure> figures;
  bool has_failed = false;
  for (const Row& row : gusset::traces::bench::rows()) {
    if (!arguments.common.wants(row.name)) continue;
    const std::size_t tasks = arguments.tasks * row.size;
    const auto file = folder / row.file;
    if (!std::filesystem::exists(file)) {
      // In a child process, because this memory would otherwise count for all later children.
      in_child([&] {
        row.make(file, tasks);
        return 0.0;
      });
    }
    const auto contestant = [&](const std::string& name, const Row::Measure& measure) {
      return Contestant{name, [&measure, &file, tasks] { return measure(file, tasks); }};
    };
    std::vector<Contestant> peers;
    for (const auto& [name, measure] : row.peers) peers.push_back(contestant(name, measure));
    Figure& figure = figures.emplace_back(Figure{row.name, row.unit, {}, {}, row.goal, {}, row.better});
    // A peer that is not installed is not a failure.
    has_failed |=
        measure_alternately(figure, contestant("Gusset", row.ours), peers, arguments.common.rounds, program)
            .ours;
  }
  if (!keeps) std::filesystem::remove_all(folder);
  print(figures, peers_of(figures), arguments.common.is_json);
  return has_failed ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run_main(program, [&] {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() == 3 && words[0] == "--child") return gusset::traces::bench::child(words[1], words[2]);
    const Arguments arguments = parse(CommandLine(argc, argv));
    if (!arguments.common.wants_help) return measure_all(arguments);
    std::fputs(help, stdout);
    return 0;
  });
}
