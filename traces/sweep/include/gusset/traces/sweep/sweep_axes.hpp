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

/// Units for times (in s) and for bytes up to the given value.
Unit time_unit(double largest_s);
Unit bytes_unit(double largest);

// Texts that identify a configuration's place in a picture.

/// The process grid as requested, or else the one that was simulated.
std::string grid_text(const SweepRow& row);
/// The values of the other settings that vary within the sweep ("36, 20"), and their names ("blocks,
/// threads"). Empty if no other setting varies.
std::string rest_text(const Sweep& sweep, const Configuration& configuration);
std::string rest_title(const SweepDefinition& definition);

/// The index of a text in `known`. Appends the text if it is new.
std::size_t place_of(std::vector<std::string>& known, const std::string& text);

}  // namespace gusset::sweep
