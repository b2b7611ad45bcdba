#pragma once
#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include "gusset/traces/sweep/sweep.hpp"

namespace gusset::cli {

/// Finds the best configuration for each number of cores (nodes × threads) without simulating all
/// configurations. This also gives the best of all, and the front of time and core-hours: with equal cores,
/// the fastest configuration also takes the fewest core-hours.
///
/// The first pass simulates with one seed. For each number of cores, it makes line searches from several
/// starts. A line search simulates all values of one setting, moves to the best of them, and continues with
/// the next setting until no setting improves it (coordinate descent: S. J. Wright, Mathematical Programming
/// 151, 2015). The second pass simulates with all seeds, but only the configurations that may be best after
/// the first pass (the idea of successive halving: K. Jamieson and A. Talwalkar, AISTATS 2016): the best for
/// each number of cores, and the rivals of the best of all. Rivals have the same number of cores; with one
/// seed, they are no slower than the best one with its slowest seed.
///
/// The search may miss the best configuration if it is better than a found one only when several settings
/// change together. The search depends only on the sweep's outcomes, so a stopped search can be resumed.
class SweepSearch {
 public:
  /// `sweep` must outlive the search, and keep its configurations.
  explicit SweepSearch(const sweep::Sweep& sweep);

  /// The rows to simulate next with one seed, in order of number. Empty if the first pass has ended.
  std::vector<std::size_t> rows_for_one_seed() const;
  /// The rows to simulate next with all seeds, after the first pass. Empty if the search has ended.
  std::vector<std::size_t> rows_for_all_seeds() const;

 private:
  /// For each setting, the index of the configuration's value.
  using Place = std::vector<std::size_t>;
  /// The configurations with one number of cores, as a grid of settings. The first setting is the pair of
  /// process grid and threads.
  struct Level {
    std::map<Place, std::size_t> rows;
    Place counts;  ///< number of values of each setting
  };

  std::vector<std::size_t> line(const Level& level, Place place, std::size_t setting) const;
  void walk(const Level& level, const Place& start, std::set<std::size_t>& missing) const;
  std::size_t best_of(const std::vector<std::size_t>& rows) const;
  std::size_t best_of(const Level& level) const;
  void add_rivals(const Level& level, std::size_t best, std::set<std::size_t>& rows) const;

  const sweep::Sweep& sweep_;
  std::vector<Level> levels_;
  std::vector<Place> places_;  ///< the place of each row in its level
};

}  // namespace gusset::cli
