#include "sweep_runner.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <vector>

#include "gusset/traces/sweep/sweep_ranking.hpp"
#include "output/errors.hpp"
#include "output/temporary_folder.hpp"
#include "programs/child_pool.hpp"
#include "sweep_job.hpp"
#include "sweep_search.hpp"

namespace gusset::cli {
namespace {

using namespace sweep;
using Clock = std::chrono::steady_clock;
using Rows = std::deque<std::size_t>;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

class SweepRunner {
 public:
  SweepRunner(Sweep& sweep, const SweepRun& run)
      : sweep_(sweep), run_(run), folder_(std::filesystem::temp_directory_path(), "gusset-") {
    for (const SweepRow& row : sweep.rows) {
      for (const auto* outcome : {&row.one_seed, &row.screen, &row.confirm})
        progress_.done += outcome->has_value() ? 1U : 0U;
    }
  }

  int screen() {
    Rows rows;
    for (const SweepRow& row : sweep_.rows) {
      if (!row.screen) rows.push_back(row.configuration.number);
    }
    return simulate(std::move(rows), run_.screen, &SweepRow::screen);
  }

  int search() {
    const SweepSearch search(sweep_);
    const auto pass = [this](auto next_rows, std::optional<Outcome> SweepRow::*outcome) {
      for (std::vector<std::size_t> rows = next_rows(); !rows.empty(); rows = next_rows()) {
        const int stopped = simulate({rows.begin(), rows.end()}, run_.screen, outcome);
        if (stopped != 0) return stopped;
      }
      return 0;
    };
    const int stopped = pass([&search] { return search.rows_for_one_seed(); }, &SweepRow::one_seed);
    return stopped != 0 ? stopped
                        : pass([&search] { return search.rows_for_all_seeds(); }, &SweepRow::screen);
  }

  /// Repeats, because confirmed rows may fall behind others, which then need confirmation too.
  int confirm() {
    if (run_.screen == simulator::NetworkEngine::simgrid) return 0;
    if (run_.confirm == 0 || !needs_time(sweep_.objective) || !simulator::has_simgrid()) return 0;
    for (;;) {
      Rows rows = unconfirmed();
      if (rows.empty()) return 0;
      const int stopped = simulate(std::move(rows), simulator::NetworkEngine::simgrid, &SweepRow::confirm);
      if (stopped != 0) return stopped;
    }
  }

 private:
  /// The best rows, and all rows that tie with the best, without those that are already confirmed.
  Rows unconfirmed() const {
    Rows rows;
    const Ranking ranking = rank(sweep_);
    for (std::size_t i = 0; i < ranking.ranked.size(); ++i) {
      const RankedRow& ranked = ranking.ranked[i];
      if (i >= run_.confirm && !ranked.ties_best) continue;
      const SweepRow& row = sweep_.rows[ranked.row];
      const bool has_network = !row.screen->measures->network.empty();
      if (has_network && !row.confirm) rows.push_back(ranked.row);
    }
    return rows;
  }

  int simulate(Rows rows, simulator::NetworkEngine network, std::optional<Outcome> SweepRow::*outcome) {
    progress_.total = progress_.done + rows.size();
    report_progress();
    std::map<std::size_t, Clock::time_point> begun;
    while (!rows.empty() || pool_.running() > 0) {
      while (!rows.empty() && pool_.running() < run_.jobs) {
        const std::size_t row = rows.front();
        rows.pop_front();
        begun[row] = Clock::now();
        const unsigned seeds = outcome == &SweepRow::one_seed ? 1U : sweep_.definition.seeds;
        if (!start(row, network, seeds)) finish(row, outcome, refused_, begun[row]);
      }
      for (const PoolEnd& end : pool_.wait(std::chrono::seconds(1))) {
        const auto& program = sweep_.definition.program.front();
        finish(end.id, outcome, outcome_of(end, program, folder_of(end.id), run_.timeout), begun[end.id]);
        remove(end.id);
      }
      if (pool_.interruption() != 0) return pool_.interruption();
      report_progress();
    }
    return 0;
  }

  /// Returns false if the job can't start; `refused_` then has the reason.
  bool start(std::size_t number, simulator::NetworkEngine network, unsigned seeds) {
    const Configuration& configuration = sweep_.rows[number].configuration;
    refused_ = {};
    refused_.reason = refusal_of(sweep_.definition, configuration);
    if (!refused_.reason.empty()) return false;
    std::filesystem::create_directory(folder_of(number));
    PoolJob job = sweep_job(sweep_.definition, configuration, std::string(simulator::name_of(network)), seeds,
                            folder_of(number));
    job.limit = run_.timeout;
    try {
      pool_.start(job);
    } catch (const Failure& failure) {
      // Every configuration uses this program, so none would start.
      if (job.command.front() == sweep_.definition.program.front()) throw;
      remove(number);
      refused_.reason = failure.what();
      return false;
    }
    return true;
  }

  void finish(std::size_t row, std::optional<Outcome> SweepRow::*outcome, Outcome result,
              Clock::time_point begun) {
    result.wall_s = seconds_since(begun);
    // More seeds would change neither counts nor a failure.
    const bool is_same_with_all =
        !result.measures || !result.measures->makespan_s || sweep_.definition.seeds == 1;
    if (outcome == &SweepRow::one_seed && is_same_with_all) outcome = &SweepRow::screen;
    sweep_.rows[row].*outcome = std::move(result);
    ++progress_.done;
    ++progress_.done_now;
  }

  void report_progress() {
    progress_.elapsed_s = seconds_since(begin_);
    run_.progress(progress_);
  }

  std::filesystem::path folder_of(std::size_t row) const { return folder_.path() / std::to_string(row); }
  void remove(std::size_t row) const {
    std::error_code ignored;  // the parent folder is removed at the end anyway
    std::filesystem::remove_all(folder_of(row), ignored);
  }

  Sweep& sweep_;
  const SweepRun& run_;
  TemporaryFolder folder_;
  ChildPool pool_;
  Clock::time_point begin_ = Clock::now();
  SweepProgress progress_;
  Outcome refused_;
};

}  // namespace

int run_sweep(Sweep& sweep, const SweepRun& run) {
  SweepRunner runner(sweep, run);
  const int stopped = run.search ? runner.search() : runner.screen();
  return stopped != 0 ? stopped : runner.confirm();
}

}  // namespace gusset::cli
