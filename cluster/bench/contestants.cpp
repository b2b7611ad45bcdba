#include "contestants.hpp"

#include <sys/types.h>
#include <sys/wait.h>

#include <cmath>
#include <csignal>
#include <filesystem>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "bench/child_process.hpp"
#include "bench/statistics.hpp"
#include "gusset/base/text.hpp"
#include "gusset/core/options.hpp"
#include "rows.hpp"

namespace gusset::cluster::bench {
namespace {

using Value = std::optional<double>;
/// Measures a row's work on some nodes.
using Measure = std::function<Value(const Nodes&)>;

std::vector<std::string> words_of(std::vector<std::string> program, const Work& work, unsigned threads) {
  program.insert(program.end(), {text_of(work.probe), std::to_string(work.size), std::to_string(work.bytes),
                                 std::to_string(threads)});
  return program;
}

Measure launched(const Mpi& mpi, const Work& work, const std::vector<std::string>& program) {
  return [=](const Nodes& nodes) {
    return gusset::bench::run_child_for_number(
        launch_command(mpi, nodes.nodes, words_of(program, work, nodes.threads)));
  };
}

/// An example program that a row runs, and the unit after the result in its output.
struct Example {
  std::string name;
  std::vector<std::string> arguments;
  std::vector<std::string> settings;  // environment variables, NAME=VALUE
  std::string unit;
  bool is_bound = false;  // each process to a processor of its own
};

std::optional<Example> example_of(const Work& work, const Nodes& nodes) {
  const std::vector<std::string> graph{"--model", "graph"};
  switch (work.probe) {
    case Probe::cholesky_s:
      // The oldest ready task comes first: with the newest first, nodes wait longer for each other
      // (predicted: 5 % of the time instead of 3 %).
      return Example{"cholesky", {"--repeat", "7"}, {"GUSSET_POLICY=fifo"}, " s, "};
    case Probe::gemm_2d:
      return Example{"gemm", graph, {}, " GFlop/s"};
    case Probe::gemm_3d: {
      const auto side = static_cast<unsigned>(std::lround(std::cbrt(nodes.nodes)));
      const std::string text = std::to_string(side);
      return Example{"gemm", graph, {"GUSSET_GRID=" + text + "x" + text + "x" + text}, " GFlop/s"};
    }
    case Probe::graph_cholesky:
      return Example{"cholesky", graph, {"GUSSET_POLICY=priority"}, " GFlop/s"};
    case Probe::random_cholesky:
      return Example{
          "cholesky", {"--model", "graph", "--sizes", "random"}, {"GUSSET_POLICY=priority"}, " GFlop/s"};
    default:
      return {};
  }
}

/// Runs an example program, which is built beside this one.
Value run_example(const Mpi& mpi, const Example& example, const Work& work, const Nodes& nodes) {
  const std::filesystem::path program =
      std::filesystem::path(gusset::bench::own_path()).parent_path() / example.name;
  if (!std::filesystem::exists(program))
    throw std::runtime_error("expected " + program.string() + ", found none");
  std::vector<std::string> words{"env", "GUSSET_ENGINE=distribute",
                                 "GUSSET_THREADS=" + std::to_string(nodes.threads)};
  words.insert(words.end(), example.settings.begin(), example.settings.end());
  if (example.is_bound) {
    words.insert(words.end(),
                 {"sh", "-c", "exec taskset -c \"${OMPI_COMM_WORLD_RANK-$PMI_RANK}\" \"$@\"", "sh"});
  }
  words.insert(words.end(), {program.string(), "--size", std::to_string(work.bytes), "--blocks",
                             std::to_string(work.size)});
  words.insert(words.end(), example.arguments.begin(), example.arguments.end());
  const gusset::bench::ChildResult result = gusset::bench::run_child(launch_command(mpi, nodes.nodes, words));
  if (!result.failure.empty())
    throw std::runtime_error("expected a run of " + example.name + ", found " + result.failure);
  return median_before(example.unit, result.output);
}

/// Keeps the first processor busy during its lifetime.
class CompetingProcess {
 public:
  CompetingProcess()
      : process_(gusset::bench::start_child({"taskset", "-c", "0", "sh", "-c", "while :; do :; done"})) {}
  CompetingProcess(const CompetingProcess&) = delete;
  CompetingProcess& operator=(const CompetingProcess&) = delete;
  ~CompetingProcess() {
    ::kill(-process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }

 private:
  pid_t process_;
};

/// The part of the time lost to a competing process that remains with that policy. The three runs that it
/// takes follow each other.
Measure remaining_loss(const Mpi& mpi, const Work& work, const std::string& policy) {
  return [=](const Nodes& nodes) -> Value {
    if (available_cores() < nodes.nodes) return {};
    const auto seconds = [&](const std::string& balance) {
      const Example example{"cholesky",
                            {"--updates", "write", "--migratable", "--repeat", "7"},
                            {"GUSSET_POLICY=fifo", "GUSSET_BALANCE=" + balance},
                            " s, ",
                            true};
      return run_example(mpi, example, work, nodes).value();
    };
    const double even_s = seconds("off");
    const CompetingProcess competing;
    const double slowed_s = seconds("off");
    if (slowed_s <= even_s) return {};  // too little work
    return (seconds(policy) - even_s) / (slowed_s - even_s);
  };
}

Measure ours(const Mpi& mpi, const Work& work) {
  if (work.probe == Probe::slowed_smart) return remaining_loss(mpi, work, "smart");
  if (work.probe == Probe::slowed_equalize) return remaining_loss(mpi, work, "equalize");
  if (example_of(work, {})) {
    return [=](const Nodes& nodes) { return run_example(mpi, *example_of(work, nodes), work, nodes); };
  }
  return launched(mpi, work, {gusset::bench::own_path(), "--child", "distribute"});
}

/// One process without a launcher: with one thread if the row measures a cost per task, and for METG with as
/// many threads as all the row's nodes have together. Does not apply to other rows.
Measure one_process(const Work& work) {
  return [work](const Nodes& nodes) -> Value {
    const bool is_cost = work.probe == Probe::passed_by_ns || work.probe == Probe::own_task_ns;
    if (!is_cost && work.probe != Probe::metg_us) return {};
    return gusset::bench::run_child_for_number(words_of({gusset::bench::own_path(), "--child", "run"}, work,
                                                        is_cost ? 1 : nodes.nodes * nodes.threads));
  };
}

Contestant contestant(const std::string& name, const Row& row, Measure measure) {
  return {name, [nodes = row.nodes, is_share = row.is_share, measure = std::move(measure)]() -> Value {
            if (!is_share) return measure(nodes);
            const Value base = measure(share_base);
            const Value value = base ? measure(nodes) : Value();
            return value ? Value(*base / *value) : Value();
          }};
}

}  // namespace

std::vector<Contestant> contestants(const Mpi& mpi, const Row& row,
                                    const std::vector<PeerProgram>& programs) {
  std::vector<Contestant> all{contestant("Gusset", row, ours(mpi, row.work)),
                              contestant("one process", row, one_process(row.work)),
                              contestant("plain MPI", row, launched(mpi, row.work, {mpi.plain}))};
  if (!mpi.starpu.empty())
    all.push_back(contestant("StarPU-MPI", row, launched(mpi, row.work, {mpi.starpu})));
  for (const PeerProgram& each : programs)
    all.push_back(contestant(each.name, row, launched(mpi, row.work, {each.program})));
  return all;
}

double median_before(const std::string& unit, const std::string& output) {
  std::vector<double> values;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t end = line.find(unit);
    if (end == std::string::npos) continue;
    const std::size_t begin = line.find_last_of(": ", end - 1) + 1;
    const std::optional<double> value =
        parse_number<double>(std::string_view(line).substr(begin, end - begin));
    if (value) values.push_back(*value);
  }
  if (values.empty()) throw std::runtime_error("expected numbers before \"" + unit + "\", found none");
  return gusset::bench::median(values);
}

}  // namespace gusset::cluster::bench
