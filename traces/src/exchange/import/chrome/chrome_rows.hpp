#pragma once
#include <cstdint>
#include <string_view>

#include "exchange/import/chrome/chrome_event.hpp"
#include "exchange/import/name_table.hpp"
#include "exchange/import/number_table.hpp"
#include "exchange/import/trace_builder.hpp"

namespace gusset::traces::import {

/// The processes and threads of a Chrome trace: a node each, and a worker with one row each. A row has the
/// number of its worker.
class ChromeRows {
 public:
  explicit ChromeRows(TraceBuilder& builder) : builder_(builder) {}

  NodeId node(std::string_view pid);
  std::uint32_t row(const ChromeEvent& event);
  /// Takes a name or a place in the order from a metadata event; false where the event is of an unknown kind.
  bool describe(const ChromeEvent& event);

 private:
  TraceBuilder& builder_;
  NameTable pids_;
  NameTable tids_;
  NumberTable rows_;
};

}  // namespace gusset::traces::import
