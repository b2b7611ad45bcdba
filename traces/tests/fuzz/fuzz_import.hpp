#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "exchange/export/text_writer.hpp"
#include "exchange/export/writers.hpp"
#include "exchange/import/readers.hpp"
#include "gus/gus_sink.hpp"
#include "gusset/traces/analysis/check/check.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/model/validate.hpp"

/// Properties that every reader of another format must have for any input.
namespace gusset::traces::import {

inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

/// The trace is valid except for times and totals, which only `validate` checks. All indices can be followed,
/// for example by the writers.
inline void check_import(const Result<Trace>& trace, const IssueList& issues) {
  for (const ImportIssue& issue : issues.all())
    require(issue.count > 0 && !issue.first.where.empty(), "an issue has a place");
  if (!trace) {
    require(!trace.error().where.empty() && !trace.error().expected.empty(), "an error has a place");
    return;
  }
  if (const auto valid = validate(*trace, "trace"); !valid) {
    const std::string_view expected = valid.error().expected;
    const bool is_about_times = expected.find("2^6") != std::string_view::npos;
    if (!is_about_times) std::fprintf(stderr, "%s\n", valid.error().message().c_str());
    require(is_about_times, "a trace that was read is valid");
    return;
  }
  (void)check(*trace).total;
  const TaskGraph graph(*trace);
  if (trace->accesses.items.size() + trace->dependencies.size() > 2000) return;
  for (const auto write : {exporting::write_chrome_json, exporting::write_csv, exporting::write_paje}) {
    gus::MemorySink sink;
    exporting::TextWriter out(sink, false);
    (void)write(*trace, out);
    require(out.finish().ok(), "a trace that was read can be written");
  }
}

template <class Read>
int fuzz(const std::uint8_t* data, std::size_t size, Read read) {
  FileText source = FileText::copy({reinterpret_cast<const char*>(data), size}, "fuzz");
  IssueList issues;
  const Result<Trace> trace = read(source, issues);
  check_import(trace, issues);
  return 0;
}

}  // namespace gusset::traces::import
