#pragma once
#include <filesystem>
#include <memory>
#include <span>

#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Writes a trace piece by piece, so that it need not fit into memory. The file appears whole or not at all,
/// like a file from `write_gus`. The caller is responsible for what `validate` checks: `read_gus` refuses a
/// file that breaks it. Not thread-safe.
///
/// Once the file system refuses a write, nothing more is written, and `finish` returns the cause.
class TraceAppender {
 public:
  /// Fails if the system refuses.
  static Result<TraceAppender> create(const std::filesystem::path& path, const Metadata& metadata,
                                      const Recorded& recorded);
  TraceAppender(TraceAppender&&) noexcept;
  TraceAppender& operator=(TraceAppender&&) noexcept;
  ~TraceAppender();

  /// Appends the rows of all tables after the rows that the file has; ignores the metadata. `rows.recorded`
  /// must equal the one in `create`. The lanes, attributes and counters in `rows` are new ones. Indices refer
  /// to the tables of the whole file. `access_tasks` are the tasks of the accesses; `rows.accesses.first`
  /// does not matter. Chunks hold up to 65536 rows, so pieces of that many rows make the smallest file.
  void append(const Trace& rows, std::span<const TaskId> access_tasks = {});
  /// Appends spans to a lane of the file.
  void append_spans(LaneId lane, const SpanColumns& spans);

  /// Why writing has stopped; null if no error has occurred.
  const Error* failure() const;
  /// Completes the file and gives it its name.
  Result<Done> finish();

 private:
  struct State;
  explicit TraceAppender(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace gusset::traces
