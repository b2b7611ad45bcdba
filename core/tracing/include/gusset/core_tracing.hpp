#pragma once
#include "gusset/core_tracing/clock_error.hpp"
#include "gusset/core_tracing/recording_engine.hpp"
#include "gusset/core_tracing/recording_node.hpp"
