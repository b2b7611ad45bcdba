#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/traces/sweep/sweep_csv.hpp"
#include "gusset/traces/sweep/sweep_file.hpp"
#include "gusset/traces/sweep/sweep_phrases.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/output_file.hpp"
#include "sweep/sweep_answer.hpp"
#include "sweep/sweep_runner.hpp"
#include "tune_arguments.hpp"

namespace gusset::cli {
namespace {

using namespace sweep;

// Resumes the sweep in the output file, if the file exists and --restart is not given; else starts a new one.
// Throws Failure if the file holds another sweep.
Sweep new_or_resumed_sweep(const TuneArguments& arguments, const TuneRequest& request) {
  Sweep sweep = new_sweep(request.definition);
  std::error_code ignored;
  if (!arguments.restart && std::filesystem::exists(arguments.output, ignored)) {
    Sweep found = read_sweep(arguments.output);
    const std::string difference = difference_of(found.definition, request.definition);
    if (!difference.empty()) throw errors::another_sweep(arguments.output, difference);
    sweep = std::move(found);
  }
  sweep.objective = request.objective;
  sweep.limits = request.limits;
  sweep.is_search = request.search;
  return sweep;
}

std::string time_left_text(const SweepProgress& progress) {
  if (progress.done_now == 0) return {};
  const double left = static_cast<double>(progress.total - progress.done);
  return ", about " + duration_text(progress.elapsed_s / static_cast<double>(progress.done_now) * left) +
         " left";
}

// The best configuration among those that have been simulated and are within the limits. Empty if there is
// none.
std::string best_so_far_text(const Sweep& sweep) {
  const SweepRow* best = nullptr;
  double least = 0.0;
  for (const SweepRow& row : sweep.rows) {
    const Measures* const measures = row.measures();
    if (measures == nullptr || exceeded_limit(*measures, sweep.limits)) continue;
    const auto value = value_of(*measures, sweep.objective);
    if (!value || (best != nullptr && value->value >= least)) continue;
    best = &row;
    least = value->value;
  }
  if (best == nullptr) return {};
  return ", best " + label_of(sweep.definition, best->configuration) + ": " +
         value_text(sweep.objective, least);
}

// Saves the sweep to its file and reports progress.
class SweepSaver {
 public:
  SweepSaver(const Sweep& sweep, const std::string& output) : sweep_(sweep), file_(output) {}
  ~SweepSaver() { clear_progress(); }

  void save() {
    file_.write(sweep_text(sweep_));
    file_.commit();
    saved_ = Clock::now();
  }
  void report(const SweepProgress& progress) {
    if (progress.done != reported_ && Clock::now() - saved_ >= save_interval) save();
    reported_ = progress.done;
    if (is_progress_wanted())
      show_progress("tune: " + std::to_string(progress.done) + " of " + std::to_string(progress.total) +
                    best_so_far_text(sweep_) + time_left_text(progress));
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds save_interval{1};

  const Sweep& sweep_;
  OutputFile file_;
  Clock::time_point saved_{};
  std::size_t reported_ = 0;
};

void simulate_all(Sweep& sweep, const TuneRequest& request, const std::string& output) {
  SweepSaver saver(sweep, output);
  SweepRun options;
  options.jobs = request.jobs;
  options.timeout = request.timeout;
  options.screen = request.screen;
  options.search = request.search;
  options.confirm = request.confirm;
  options.progress = [&saver](const SweepProgress& progress) { saver.report(progress); };
  const int stopped = run_sweep(sweep, options);
  saver.save();
  if (stopped == 0) return;
  const std::size_t to_come = rank(sweep).to_come.size();
  throw errors::sweep_interrupted(output, stopped, sweep.rows.size() - to_come, sweep.rows.size());
}

int tune(const TuneArguments& arguments, const std::vector<std::string>& program) {
  const TuneRequest request = tune_request(arguments, program);
  refuse_same_file(arguments.output, {arguments.platform, arguments.costs, arguments.csv});
  refuse_same_file(arguments.csv, {arguments.platform, arguments.costs});
  Sweep sweep = new_or_resumed_sweep(arguments, request);
  std::optional<OutputFile> csv;
  if (!arguments.csv.empty()) csv.emplace(arguments.csv);

  simulate_all(sweep, request, arguments.output);
  const Ranking ranking = rank(sweep);
  std::string text = sweep_answer(sweep, ranking, arguments.output);
  if (!ranking.ranked.empty()) {
    const SweepRow& best = sweep.rows[ranking.ranked.front().row];
    text += "\nTo run the best: " + shell_text("gusset", run_arguments(sweep.definition, best));
  }
  text += "\nSweep: " + arguments.output + " (gusset render " + arguments.output + " -o F.png draws it)\n";
  if (csv) {
    csv->write(traces::to_csv(sweep_csv(sweep, ranking)));
    csv->commit();
    text += "Table: " + arguments.csv + "\n";
  }
  print(text);
  return ranking.ranked.empty() ? Failure::failed : 0;
}

}  // namespace

Command add_tune(CLI::App& gusset, const ProgramLine& program) {
  return add_program_command<TuneArguments>(
      gusset, program,
      {tune_name,
       "-o S.json [--param NAME=V1,V2,…]… [--grid PxQ,…|all] [--nodes N,…] [--threads N,…]\n"
       "         [--policy NAME,…] [--balance] [--platform P] [--costs C] [--caches] [--seeds N]\n"
       "         [--objective O] [--max-time S] [--max-core-hours H] [--memory-limit B] [--search]\n"
       "         [--jobs N] [--timeout S] [--confirm K] [--csv F.csv] [--restart] -- PROGRAM ARGS… (with "
       "{NAME} in them)",
       "Simulate a program with every combination of settings, and find the best one.",
       "gusset tune --param blocks=18,27,36 --grid 9x1,3x3,1x9 --costs work:30e9 -o nine.json\n"
       "    -- ./cholesky --size 99792 --blocks {blocks}"},
      [](CLI::App& command, TuneArguments& arguments) { add_tune_options(command, arguments); }, tune);
}

}  // namespace gusset::cli
