#pragma once
#include "gusset/traces/sweep/sweep.hpp"
#include "gusset/traces/sweep/sweep_csv.hpp"
#include "gusset/traces/sweep/sweep_file.hpp"
#include "gusset/traces/sweep/sweep_phrases.hpp"
#include "gusset/traces/sweep/sweep_ranking.hpp"

namespace gusset::cli {

// The window and the commands share these definitions.
using sweep::advantage_of;
using sweep::best_text;
using sweep::combinations_of;
using sweep::Configuration;
using sweep::configurations_of;
using sweep::difference_of;
using sweep::drawback_of;
using sweep::is_sweep_file;
using sweep::label_beside;
using sweep::label_of;
using sweep::max_configurations;
using sweep::Measures;
using sweep::measures_of;
using sweep::needs_time;
using sweep::new_sweep;
using sweep::NodeLoads;
using sweep::Objective;
using sweep::objective_name;
using sweep::objective_of;
using sweep::ObjectiveValue;
using sweep::Outcome;
using sweep::Parameter;
using sweep::program_line;
using sweep::range_text;
using sweep::rank;
using sweep::RankedRow;
using sweep::Ranking;
using sweep::read_sweep;
using sweep::Sweep;
using sweep::sweep_csv;
using sweep::sweep_of;
using sweep::sweep_text;
using sweep::SweepDefinition;
using sweep::SweepRow;
using sweep::SweepSource;
using sweep::TimeRange;
using sweep::value_of;
using sweep::value_text;

}  // namespace gusset::cli
