#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "fork_join_program.hpp"
#include "gusset/traces/model/validate.hpp"

namespace gusset::traces::testing {

/// The trace of a program as if it were an OpenMP recording: tasks with one name have one type, and the trace
/// says when tasks became ready.
inline Trace recorded(const ForkJoinProgram& program) {
  Trace trace = program.trace();
  std::vector<std::string> types;
  for (TypeId& type : trace.tasks.type) {
    const std::string& name = trace.types[type.value()];
    const auto known = std::ranges::find(types, name);
    type = TypeId(static_cast<std::size_t>(known - types.begin()));
    if (known == types.end()) types.push_back(name);
  }
  trace.types = types;
  trace.metadata.origin = Origin::measured;
  trace.metadata.runtime = openmp_runtime;
  trace.recorded.ready = trace.recorded.accesses = true;
  trace.tasks.ready_ns = trace.tasks.submit_ns;
  trace.accesses.first.assign(trace.tasks.size() + 1, 0);
  const auto valid = validate(trace, "program");
  EXPECT_TRUE(valid.ok()) << valid.error().message();
  return trace;
}

}  // namespace gusset::traces::testing
