// What tasks cost: this repository's runtime and others, one child process per runtime and row, in turns, so
// that no runtime's idle threads disturb another and slow changes of the machine meet all of them alike.
// usage: bench_core --help
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "child_process.hpp"
#include "contender.hpp"
#include "report.hpp"
#include "statistics.hpp"

namespace {

using namespace gusset::bench;

constexpr unsigned child_limit_s = 180;  // a runtime that hangs must not hold up the others

int measure_here(const Arguments& arguments) {
  alarm(child_limit_s);
  const ChildTask& task = *arguments.child;
  const std::optional<double> value = task.contender.measure(task.row, arguments.budget);
  value ? std::printf("%.17g\n", *value) : std::printf("%s", no_value);
  return 0;
}

/// Nothing where the child says so, or fails, which is reported.
std::optional<double> measure_in_child(const Contender& contender, const Row& row, const Arguments& arguments,
                                       bool& has_failed) {
  try {
    return run_child_for_number({own_path(), "--milliseconds", std::to_string(arguments.budget.count()),
                                 "--child", contender.name, row.name});
  } catch (const std::runtime_error& error) {
    has_failed = true;
    std::fprintf(stderr, "bench_core: %s, %s: %s\n", contender.name.c_str(), row.name.c_str(), error.what());
    return {};
  }
}

Figure measure(const Row& row, const Arguments& arguments, bool& has_failed) {
  std::map<std::string, std::vector<double>> samples;
  std::map<std::string, bool> is_out;
  for (std::size_t round = 0; round < arguments.rounds; ++round) {
    for (const Contender& contender : contenders()) {
      if (is_out[contender.name]) continue;
      const auto value = measure_in_child(contender, row, arguments, has_failed);
      if (value) {
        samples[contender.name].push_back(*value);
      } else {
        is_out[contender.name] = true;
      }
    }
  }
  Figure figure{row.name, row.unit, {}, {}, row.goal, row.stretch, row.better};
  for (const auto& [name, values] : samples) {
    if (is_out[name]) continue;
    if (name == contenders().front().name) {
      figure.ours = median(values);
    } else {
      figure.peers[name] = median(values);
    }
  }
  return figure;
}

int measure_all(const Arguments& arguments) {
  bool has_failed = false;
  std::vector<Figure> figures;
  for (const Row& row : arguments.rows) {
    if (isatty(STDERR_FILENO) == 1) std::fprintf(stderr, "%s …\n", row.name.c_str());
    figures.push_back(measure(row, arguments, has_failed));
  }
  std::vector<std::string> peers;
  for (const Contender& contender : contenders()) peers.push_back(contender.name);
  peers.erase(peers.begin());
  for (const std::string& absent : absent_contenders()) {
    std::fprintf(stderr, "bench_core: built without %s\n", absent.c_str());
    peers.push_back(absent);
  }
  std::fputs((arguments.is_json ? format_json(figures) : format_table(figures, peers)).c_str(), stdout);
  return has_failed ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Arguments arguments = parse_arguments(CommandLine(argc, argv));
    if (arguments.wants_help) {
      std::fputs(help_text().c_str(), stdout);
      return 0;
    }
    return arguments.child ? measure_here(arguments) : measure_all(arguments);
  } catch (const ArgumentError& error) {
    std::fprintf(stderr, "bench_core: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_core: %s\n", error.what());
    return 1;
  }
}
