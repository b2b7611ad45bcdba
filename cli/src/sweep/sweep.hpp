#pragma once
#include "gusset/traces/sweep/sweep.hpp"
#include "gusset/traces/sweep/sweep_csv.hpp"
#include "gusset/traces/sweep/sweep_file.hpp"
#include "gusset/traces/sweep/sweep_ranking.hpp"
#include "gusset/traces/sweep/sweep_words.hpp"

namespace gusset::cli {

// What sweeps are is the same for the window and the commands.
using figure::advantage_of;
using figure::best_text;
using figure::combinations_of;
using figure::Configuration;
using figure::configurations_of;
using figure::difference_of;
using figure::drawback_of;
using figure::is_sweep_file;
using figure::label_beside;
using figure::label_of;
using figure::Measures;
using figure::measures_of;
using figure::most_configurations;
using figure::needs_time;
using figure::new_sweep;
using figure::NodeLoads;
using figure::Objective;
using figure::objective_name;
using figure::objective_of;
using figure::ObjectiveValue;
using figure::Outcome;
using figure::Parameter;
using figure::program_line;
using figure::range_text;
using figure::rank;
using figure::RankedRow;
using figure::Ranking;
using figure::read_sweep;
using figure::Sweep;
using figure::sweep_csv;
using figure::sweep_of;
using figure::sweep_text;
using figure::SweepDefinition;
using figure::SweepRow;
using figure::SweepSource;
using figure::TimeRange;
using figure::value_of;
using figure::value_text;

}  // namespace gusset::cli
