#pragma once
#include "gusset/simulator/calibrate.hpp"
#include "gusset/simulator/cost_model.hpp"
#include "gusset/simulator/cost_table.hpp"
#include "gusset/simulator/engine.hpp"
#include "gusset/simulator/network.hpp"
#include "gusset/simulator/platform.hpp"
#include "gusset/simulator/statistics.hpp"
