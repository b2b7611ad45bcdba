#pragma once
#include <string>

#include "gusset/traces/units.hpp"

namespace gusset::cli {

// How times, sizes and shares are written is the same in the library's sentences and in the commands'.
using traces::bytes_text;
using traces::count_text;
using traces::deviation_text;
using traces::duration_text;
using traces::duration_text_ns;
using traces::fixed_text;
using traces::percent_text;
using traces::seconds;

/// Of a mean or a deviation, which are between ns.
inline std::string mean_duration_text(double ns) {
  return duration_text(ns * 1e-9);
}

}  // namespace gusset::cli
