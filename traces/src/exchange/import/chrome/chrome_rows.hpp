#pragma once
#include <cstdint>
#include <string_view>

#include "exchange/import/chrome/chrome_event.hpp"
#include "exchange/import/name_table.hpp"
#include "exchange/import/number_table.hpp"
#include "exchange/import/trace_builder.hpp"

namespace gusset::traces::import {

/// The processes and threads of a Chrome trace. Each process becomes a node; each thread becomes a worker
/// with one row, which has the worker's number.
class ChromeRows {
 public:
  explicit ChromeRows(TraceBuilder& builder) : builder_(builder) {}

  NodeId node(std::string_view pid);
  std::uint32_t row(const ChromeEvent& event);
  /// Takes a name or a sort index from a metadata event. Returns false if the event's kind is unknown.
  bool describe(const ChromeEvent& event);

 private:
  TraceBuilder& builder_;
  NameTable pids_;
  NameTable tids_;
  NumberTable rows_;
};

}  // namespace gusset::traces::import
