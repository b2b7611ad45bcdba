#include "predictor.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/base/policy_names.hpp"
#include "lower_bounds.hpp"
#include "makespan_interval.hpp"
#include "network/make_network.hpp"
#include "network/simulated_time.hpp"
#include "predicted_misses.hpp"
#include "predicted_trace.hpp"

namespace gusset::simulator {
namespace {

double seconds(std::int64_t ns) {
  return static_cast<double>(ns) / ns_per_s;
}

}  // namespace

Predictor::Predictor(const SimulationInputs& inputs, const Machine& machine, const TaskStream& stream,
                     CostModel& costs, OnProgress on_progress)
    : inputs_(inputs),
      machine_(machine),
      stream_(stream),
      costs_(costs),
      on_progress_(std::move(on_progress)) {
  loop_ = make_loop();
}

std::unique_ptr<EventLoop> Predictor::make_loop() const {
  return make_network(inputs_.network, machine_.platform, machine_.grid.nodes());
}

ScheduleOptions Predictor::options(std::uint64_t seed) const {
  ScheduleOptions result;
  result.nodes = machine_.grid.nodes();
  result.workers = machine_.threads;
  result.policy = inputs_.policy;
  result.seed = seed;
  result.domains = domains_of_workers(machine_.platform, machine_.threads);
  result.socket_cache_bytes = last_level_cache_bytes(machine_.platform);
  result.boundary = inputs_.boundary;
  result.header_bytes = machine_.platform.header_bytes;
  result.overheads = inputs_.overheads;
  if (inputs_.messages.count > 0 && result.nodes > 1) result.messages = inputs_.messages;
  result.nodes_per_host = std::min(machine_.platform.nodes_per_host, result.nodes);
  result.cores_per_host = machine_.platform.cores;
  result.window = inputs_.window;
  result.balance = inputs_.balance;
  result.node_speeds = machine_.platform.node_speeds;
  result.submitter_computes = inputs_.submitter_computes;
  result.has_noise = inputs_.seeds > 1;
  return result;
}

/// With a single seed, its schedule is the one to show.
ScheduleOptions Predictor::first_options() const {
  ScheduleOptions first = options(inputs_.seed);
  first.records = wants_trace() && inputs_.seeds == 1;
  return first;
}

std::unique_ptr<Schedule> Predictor::begin() {
  costs_.restart();
  return std::make_unique<Schedule>(stream_, first_options(), costs_, *loop_);
}

std::unique_ptr<Schedule> Predictor::run_seed(const ScheduleOptions& options,
                                              const std::vector<ProgramStep>& steps) {
  return run_steps(stream_, steps, options, costs_, *loop_,
                   [this](const Schedule& schedule) { report_progress(schedule); });
}

void Predictor::finish(std::unique_ptr<Schedule> first, const std::vector<ProgramStep>& steps) {
  ScheduleOptions next = first_options();
  if (first == nullptr) first = run_seed(next, steps);
  policy_choice_ = first->policy_explanation();
  outcomes_.push_back(outcome_of(*first, next, costs_));
  shown_ = std::move(first);
  if (inputs_.seeds == 1) return;
  shown_.reset();
  if (seeds_differ()) {
    run_other_seeds(steps);
  } else {
    repeat_outcome();
  }
  if (!wants_trace()) return;
  next = options(nearest_to_median(outcomes_).seed);
  next.records = true;
  shown_ = run_seed(next, steps);
}

/// Seeds vary the times of kernels, and which of several other workers a worker steals from.
bool Predictor::seeds_differ() const {
  const bool has_choice =
      machine_.threads > 2 || machine_.grid.nodes() > 1 ||
      std::ranges::find(built_in_policy_names, inputs_.policy) == built_in_policy_names.end();
  const Variation* const variation = costs_.variation();
  return has_choice || (variation != nullptr && variation->varies()) || !costs_.has_fixed_times() ||
         std::ranges::any_of(stream_.costs(),
                             [](const TaskStream::StreamCost& each) { return each.cost.deviation_s > 0.0; });
}

/// The other seeds have the first one's schedule.
void Predictor::repeat_outcome() {
  for (unsigned i = 1; i < inputs_.seeds; ++i) {
    outcomes_.push_back(outcomes_.front());
    outcomes_.back().seed = inputs_.seed + i;
  }
  on_progress_(total_tasks(), total_tasks());
}

/// SimGrid allows one engine per process. Memory may not suffice for several schedules with very many tasks.
unsigned Predictor::parallel_seeds() const {
  constexpr std::size_t max_tasks_alive = 8'000'000;
  if (inputs_.network == NetworkEngine::simgrid && machine_.grid.nodes() > 1) return 1;
  const std::size_t affordable = max_tasks_alive / std::max<std::size_t>(1, stream_.tasks().size());
  return static_cast<unsigned>(
      std::clamp<std::size_t>(affordable, 1, std::min(inputs_.jobs, inputs_.seeds - 1)));
}

void Predictor::run_other_seeds(const std::vector<ProgramStep>& steps) {
  const unsigned threads = parallel_seeds();
  if (threads > 1 && costs_.clone() != nullptr) {
    run_other_seeds_in_parallel(steps, threads);
    return;
  }
  for (unsigned i = 1; i < inputs_.seeds; ++i) {
    ended_before_ = i * stream_.tasks().size();
    const ScheduleOptions next = options(inputs_.seed + i);
    outcomes_.push_back(outcome_of(*run_seed(next, steps), next, costs_));
  }
}

void Predictor::run_other_seeds_in_parallel(const std::vector<ProgramStep>& steps, unsigned threads) {
  std::vector<Outcome> outcomes(inputs_.seeds - 1);
  std::vector<std::exception_ptr> failures(outcomes.size());
  std::atomic<unsigned> next_seed{0};
  std::mutex progress_mutex;
  std::uint64_t ended = stream_.tasks().size();  // guarded by `progress_mutex`; sum over all threads
  const auto work = [&] {
    const std::unique_ptr<CostModel> costs = costs_.clone();
    const std::unique_ptr<EventLoop> loop = make_loop();
    // Relaxed: it only hands out seeds. Joining the threads publishes the results.
    for (unsigned i = next_seed.fetch_add(1, std::memory_order_relaxed); i < outcomes.size();
         i = next_seed.fetch_add(1, std::memory_order_relaxed)) {
      const ScheduleOptions own = options(inputs_.seed + 1 + i);
      std::uint64_t reported = 0;
      const auto report = [&](const Schedule& schedule) {
        const std::lock_guard guard(progress_mutex);
        ended += schedule.ended() - std::exchange(reported, schedule.ended());
        on_progress_(ended, total_tasks());
      };
      try {
        outcomes[i] = outcome_of(*run_steps(stream_, steps, own, *costs, *loop, report), own, *costs);
      } catch (...) {
        failures[i] = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < threads; ++i) others.emplace_back(work);
    work();
  }
  // Throw what the first failing seed in order would have thrown.
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
  for (Outcome& outcome : outcomes) outcomes_.push_back(std::move(outcome));
}

std::uint64_t Predictor::events() const {
  std::uint64_t events = 0;
  for (const Outcome& outcome : outcomes_) events += outcome.events;
  return events;
}

void Predictor::add_times(SimulationStatistics& statistics) const {
  const Outcome& shown = nearest_to_median(outcomes_);
  const auto [first, last] =
      std::minmax_element(outcomes_.begin(), outcomes_.end(),
                          [](const Outcome& a, const Outcome& b) { return a.makespan_ns < b.makespan_ns; });
  statistics.makespan_s = median_makespan_ns(outcomes_) / ns_per_s;
  statistics.makespan_range = {seconds(first->makespan_ns), seconds(last->makespan_ns), inputs_.seeds,
                               shown.seed, makespan_deviation_s()};
  if (const Variation* const variation = costs_.variation()) {
    statistics.makespan_interval = makespan_interval(makespans_s(), variation->runs);
    statistics.calibration_error = variation->median_error();
  }
  const unsigned computing = machine_.threads - (inputs_.submitter_computes ? 0 : 1);
  statistics.bounds =
      lower_bounds(stream_, machine_.platform, machine_.grid.nodes(), computing, inputs_.balance);
  for (std::size_t n = 0; n < statistics.nodes.size(); ++n) {
    NodeStatistics& node = statistics.nodes[n];
    node.busy_s = seconds(shown.busy_ns[n]);
    node.busy_share =
        shown.makespan_ns == 0 ? 0.0 : *node.busy_s / (machine_.threads * seconds(shown.makespan_ns));
    node.peak_memory_bytes = shown.peak_memory_bytes[n];
    if (shown.migration[n]) node.migration = shown.migration[n];
  }
  statistics.caches = shown.misses;
  statistics.totals = totals_of(statistics.nodes, machine_.platform.header_bytes);
  statistics.policy_choice = policy_choice_;
  statistics.costs_json = costs_.description();
  statistics.network_json = loop_->description();
  if (inputs_.seeds > 1 && costs_.assumes_deviation())
    statistics.assumptions.push_back("kernel times vary by 0.1 %");
  std::vector<std::string> doubts = costs_.doubts();
  if (const Variation* const variation = costs_.variation()) {
    if (std::string doubt = runs_doubt(variation->runs); !doubt.empty()) doubts.push_back(std::move(doubt));
  }
  if (std::string doubt = shared_cores_doubt(); !doubt.empty()) doubts.push_back(std::move(doubt));
  if (!doubts.empty()) statistics.doubts = std::move(doubts);
}

std::vector<double> Predictor::makespans_s() const {
  std::vector<double> result;
  for (const Outcome& outcome : outcomes_) result.push_back(seconds(outcome.makespan_ns));
  return result;
}

double Predictor::makespan_deviation_s() const {
  const std::vector<double> all = makespans_s();
  if (all.size() < 2) return 0.0;
  double mean = 0.0;
  for (const double each : all) mean += each / static_cast<double>(all.size());
  double squares = 0.0;
  for (const double each : all) squares += (each - mean) * (each - mean);
  return std::sqrt(squares / static_cast<double>(all.size() - 1));
}

/// The model lets tasks take turns on a core. But the system also gives turns to nodes without work, which
/// look for messages, and a message waits until its receiver gets a turn.
std::string Predictor::shared_cores_doubt() const {
  const unsigned nodes = std::min(machine_.platform.nodes_per_host, machine_.grid.nodes());
  const unsigned threads = nodes * machine_.threads;
  if (nodes < 2 || threads <= machine_.platform.cores) return {};
  return count_text(threads, "thread") + " of " + count_text(nodes, "node") + " share " +
         count_text(machine_.platform.cores, "core") +
         ", and how the system lets them take turns is not known";
}

traces::Trace Predictor::trace(const SimulationStatistics& statistics) const {
  traces::Metadata metadata;
  metadata.origin = traces::Origin::predicted;
  metadata.program = inputs_.program;
  metadata.command = inputs_.command;
  metadata.runtime = "gusset " GUSSET_VERSION;
  metadata.model = model_json(statistics);
  for (const std::string& doubt : statistics.doubts.value_or(std::vector<std::string>()))
    metadata.notes.push_back("not reliable: " + doubt);
  if (!statistics.policy_choice.empty()) metadata.notes.push_back(statistics.policy_choice);
  for (const std::string& assumption : statistics.assumptions)
    metadata.notes.push_back("assumed: " + assumption);
  for (const Extrapolation& what : statistics.extrapolated) {
    metadata.notes.push_back("extrapolated: the cost of " + count_text(what.tasks, "task") + " of type '" +
                             what.type + "', from another size");
  }
  traces::Trace trace = predicted_trace(stream_, shown_->record(), machine_.grid.nodes(), machine_.threads,
                                        machine_.platform.header_bytes, std::move(metadata));
  if (costs_.misses() != nullptr) add_misses(trace, *costs_.misses());
  return trace;
}

SimulationStatistics counted_statistics(const SimulationInputs& inputs, const Machine& machine,
                                        const TaskStream& stream, const Counter& counter) {
  SimulationStatistics statistics;
  statistics.nodes = counter.nodes();
  if (inputs.balance.is_on()) {
    const auto migration = count_moves(stream, inputs.balance, machine.grid.nodes());
    for (std::size_t n = 0; n < migration.size(); ++n) statistics.nodes[n].migration = migration[n];
  }
  statistics.totals = totals_of(statistics.nodes, machine.platform.header_bytes);
  statistics.pairs = counter.pairs();
  statistics.platform = machine.platform;
  statistics.grid = machine.grid;
  statistics.threads = machine.threads;
  statistics.seed = inputs.seed;
  statistics.policy = inputs.policy;
  statistics.overheads = inputs.overheads;
  statistics.window = inputs.window;
  statistics.balance = inputs.balance.is_on() ? inputs.balance.text() : "";
  statistics.broadcast = inputs.broadcast.text();
  statistics.submitter_computes = inputs.submitter_computes;
  statistics.deduplicates = inputs.deduplicates;
  statistics.splits = inputs.splits;
  statistics.assumptions = machine.assumptions;
  return statistics;
}

}  // namespace gusset::simulator
