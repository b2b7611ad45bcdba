#include "contestants.hpp"

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "bench/child_process.hpp"
#include "bench/statistics.hpp"
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

/// Runs the example program, which is built beside this one. The oldest ready task comes first: with the
/// newest first, nodes wait longer for each other (predicted: 5 % of the time instead of 3 %).
Value factorize(const Mpi& mpi, const Work& work, const Nodes& nodes) {
  const std::filesystem::path program =
      std::filesystem::path(gusset::bench::own_path()).parent_path() / "cholesky";
  if (!std::filesystem::exists(program))
    throw std::runtime_error("expected " + program.string() + ", found none");
  const gusset::bench::ChildResult result = gusset::bench::run_child(
      launch_command(mpi, nodes.nodes,
                     {"env", "GUSSET_ENGINE=distribute", "GUSSET_POLICY=fifo",
                      "GUSSET_THREADS=" + std::to_string(nodes.threads), program.string(), "--size",
                      std::to_string(work.bytes), "--blocks", std::to_string(work.size), "--repeat", "7"}));
  if (!result.failure.empty()) throw std::runtime_error("expected a factorization, found " + result.failure);
  return factorization_s(result.output);
}

Measure ours(const Mpi& mpi, const Work& work) {
  if (work.probe == Probe::cholesky_s) return [=](const Nodes& nodes) { return factorize(mpi, work, nodes); };
  return launched(mpi, work, {gusset::bench::own_path(), "--child", "distribute"});
}

/// One process, without a launcher, with as many threads as the row has in all. Only for costs of tasks: the
/// engine sends nothing.
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

double factorization_s(const std::string& output) {
  std::vector<double> seconds;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t end = line.find(" s, ");
    const std::size_t colon = line.rfind(": ", end);
    if (end != std::string::npos && colon != std::string::npos)
      seconds.push_back(std::strtod(line.c_str() + colon + 2, nullptr));
  }
  if (seconds.empty()) throw std::runtime_error("expected times of factorizations, found none");
  return gusset::bench::median(seconds);
}

}  // namespace gusset::cluster::bench
