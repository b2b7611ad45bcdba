#pragma once
#include <string>

#include "gusset/base/numbers.hpp"

namespace gusset::cli {

// How times, sizes and shares are written is the same in the library's sentences and in the commands'.
using gusset::bytes_text;
using gusset::count_text;
using gusset::deviation_text;
using gusset::duration_text;
using gusset::duration_text_ns;
using gusset::fixed_text;
using gusset::percent_text;
using gusset::seconds;

/// Of a mean or a deviation, which are between ns.
inline std::string mean_duration_text(double ns) {
  return duration_text(ns * 1e-9);
}

}  // namespace gusset::cli
