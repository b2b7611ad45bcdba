#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "gusset/traces/sweep/sweep.hpp"

namespace gusset::sweep {

/// A unit in which most values have few digits.
struct Unit {
  double size = 1.0;
  std::string name;
};

Unit time_unit(double largest_s);
Unit bytes_unit(double largest);

// The texts by which a configuration's place in a picture is known.

/// Its process grid: as asked for, else that it was simulated on.
std::string grid_text(const SweepRow& row);
/// What else configurations of the sweep differ in: "36, 20", and what that is: "blocks, threads". Empty
/// where there is nothing else.
std::string rest_text(const Sweep& sweep, const Configuration& configuration);
std::string rest_title(const SweepDefinition& definition);

/// The place of a text among those that are known; a new one becomes the last of them.
std::size_t place_of(std::vector<std::string>& known, const std::string& text);

}  // namespace gusset::sweep
