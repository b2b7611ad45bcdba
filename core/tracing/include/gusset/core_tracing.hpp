#pragma once
#include "gusset/core_tracing/recording_engine.hpp"
