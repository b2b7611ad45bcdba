#include "sweep_search.hpp"

#include <algorithm>
#include <compare>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "gusset/traces/sweep/sweep_limits.hpp"
#include "gusset/traces/sweep/sweep_ranking.hpp"

namespace gusset::cli {
namespace {

using namespace sweep;

/// Less is better; configurations within the limits are better than all others.
struct Score {
  double excess = 0.0;  ///< how far the configuration exceeds the limits
  double value = 0.0;   ///< of the objective
  friend auto operator<=>(const Score&, const Score&) = default;
};

const Outcome* outcome_of(const SweepRow& row) {
  return row.screen ? &*row.screen : row.one_seed ? &*row.one_seed : nullptr;
}

Score score_of(const Sweep& sweep, std::size_t row) {
  constexpr double worst = std::numeric_limits<double>::infinity();
  const Outcome* const outcome = outcome_of(sweep.rows[row]);
  if (outcome == nullptr || !outcome->measures) return {worst, worst};
  const auto value = value_of(*outcome->measures, sweep.objective);
  return {excess_of(*outcome->measures, sweep.limits), value ? value->value : worst};
}

bool is_known(const Sweep& sweep, std::size_t row) {
  return outcome_of(sweep.rows[row]) != nullptr;
}

std::uint64_t cores_of(const Configuration& configuration) {
  return std::uint64_t{std::max(1U, nodes_of(configuration))} * std::max(1U, configuration.threads);
}

template <class T>
std::size_t index_of(std::vector<T>& known, const T& value) {
  const auto found = std::find(known.begin(), known.end(), value);
  const auto index = static_cast<std::size_t>(found - known.begin());
  if (found == known.end()) known.push_back(value);
  return index;
}

}  // namespace

SweepSearch::SweepSearch(const Sweep& sweep) : sweep_(sweep) {
  using Machine = std::pair<std::string, unsigned>;
  std::map<std::uint64_t, std::size_t> level_of;
  std::vector<std::vector<Machine>> machines;
  std::vector<std::vector<std::string>> values(sweep.definition.parameters.size() + 2);
  for (const SweepRow& row : sweep.rows) {
    const Configuration& c = row.configuration;
    const std::size_t level = level_of.try_emplace(cores_of(c), levels_.size()).first->second;
    if (level == levels_.size()) {
      levels_.emplace_back();
      machines.emplace_back();
    }
    std::vector<std::string> settings = c.values;
    settings.insert(settings.end(), {c.policy, c.balancing});
    Place place{index_of(machines[level], Machine(c.grid, c.threads))};
    for (std::size_t i = 0; i < settings.size(); ++i) place.push_back(index_of(values[i], settings[i]));
    levels_[level].rows[place] = c.number;
    places_.push_back(std::move(place));
  }
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    levels_[i].counts = {machines[i].size()};
    for (const auto& known : values) levels_[i].counts.push_back(known.size());
  }
}

std::vector<std::size_t> SweepSearch::line(const Level& level, Place place, std::size_t setting) const {
  std::vector<std::size_t> rows;
  for (std::size_t value = 0; value < level.counts[setting]; ++value) {
    place[setting] = value;
    rows.push_back(level.rows.at(place));
  }
  return rows;
}

void SweepSearch::walk(const Level& level, const Place& start, std::set<std::size_t>& missing) const {
  std::size_t at = level.rows.at(start);
  std::size_t unimproved = 0;  // settings since the last improvement
  for (std::size_t setting = 0; unimproved < level.counts.size();
       setting = (setting + 1) % level.counts.size()) {
    const std::vector<std::size_t> rows = line(level, places_[at], setting);
    bool are_known = true;
    for (const std::size_t row : rows) {
      if (is_known(sweep_, row)) continue;
      missing.insert(row);
      are_known = false;
    }
    if (!are_known) return;
    const std::size_t best = best_of(rows);
    ++unimproved;
    if (score_of(sweep_, best) < score_of(sweep_, at)) {
      at = best;
      unimproved = 1;
    }
  }
}

std::vector<std::size_t> SweepSearch::rows_for_one_seed() const {
  // One start in the middle of all settings, and two near opposite corners: a sixth of each setting's values
  // away from the ends.
  constexpr std::size_t starts = 3;
  constexpr std::size_t sixths = 6;
  std::set<std::size_t> missing;
  for (const Level& level : levels_) {
    for (std::size_t start = 0; start < starts; ++start) {
      Place place;
      for (std::size_t setting = 0; setting < level.counts.size(); ++setting) {
        const std::size_t at = start == 0 ? 3 : (start + setting) % 2 == 0 ? 1 : 5;
        place.push_back(level.counts[setting] * at / sixths);
      }
      walk(level, place, missing);
    }
  }
  return {missing.begin(), missing.end()};
}

std::size_t SweepSearch::best_of(const std::vector<std::size_t>& rows) const {
  return *std::min_element(rows.begin(), rows.end(), [this](std::size_t a, std::size_t b) {
    return score_of(sweep_, a) < score_of(sweep_, b);
  });
}

std::size_t SweepSearch::best_of(const Level& level) const {
  std::vector<std::size_t> rows;
  for (const auto& [place, row] : level.rows) {
    if (is_known(sweep_, row)) rows.push_back(row);
  }
  return best_of(rows);
}

// The rows that may still be better than the best one: with one seed, they are no slower than the best one
// with its slowest seed.
void SweepSearch::add_rivals(const Level& level, std::size_t best, std::set<std::size_t>& rows) const {
  const Measures* const measures = sweep_.rows[best].measures();
  if (measures == nullptr || !measures->range) return;
  const double spread = measures->range->max_s / *measures->makespan_s;
  Score bound = score_of(sweep_, best);
  if (needs_time(sweep_.objective)) bound.value *= spread;
  for (const auto& [place, row] : level.rows) {
    if (is_known(sweep_, row) && score_of(sweep_, row) <= bound) rows.insert(row);
  }
}

std::vector<std::size_t> SweepSearch::rows_for_all_seeds() const {
  std::vector<std::size_t> best_rows;
  for (const Level& level : levels_) best_rows.push_back(best_of(level));
  const std::size_t best = best_of(best_rows);
  std::set<std::size_t> rows{best};
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    if (score_of(sweep_, best_rows[i]).excess == 0.0) rows.insert(best_rows[i]);
    if (best_rows[i] == best) add_rivals(levels_[i], best, rows);
  }
  std::erase_if(rows, [this](std::size_t row) { return sweep_.rows[row].screen.has_value(); });
  return {rows.begin(), rows.end()};
}

}  // namespace gusset::cli
