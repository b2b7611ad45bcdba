#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <utility>

#include "gus_chunk_appender.hpp"
#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces::gus {

/// Writes the tables of a trace, in pieces or all at once (see TraceAppender).
class TableAppender {
 public:
  /// The sink must outlive this object.
  TableAppender(Sink& sink, const Metadata& metadata, const Recorded& recorded);

  /// Writes tables before the tables that refer to them, so that a truncated file loses as little as
  /// possible.
  void append(const Trace& rows, std::span<const TaskId> access_tasks);
  void append_spans(LaneId lane, const SpanColumns& spans);

  const Error* failure() const { return out_.failure(); }
  Result<Done> finish() { return out_.finish(); }

 private:
  template <class Fill>
  void table(Section section, std::uint32_t group, std::size_t rows, Fill fill);

  ChunkAppender out_;
  std::map<std::pair<Section, std::uint32_t>, std::uint64_t> rows_;  ///< in the file, by section and group
};

}  // namespace gusset::traces::gus
