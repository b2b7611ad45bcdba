#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gus_chunk.hpp"
#include "gus_metadata.hpp"
#include "gusset/traces/model/trace.hpp"

/// The columns of tables that a whole trace and a recording write alike. A chunk has as many rows as are
/// given.
namespace gusset::traces::gus {

/// The strings of rows, gathered by `get(row)`.
template <class Get>
void text_column(Chunk& chunk, Column column, Get get) {
  std::vector<std::string> gathered;
  for (std::uint32_t row = 0; row < chunk.rows(); ++row) gathered.push_back(get(row));
  chunk.texts(column, gathered);
}

/// Numbers of any unsigned or enumerated kind.
template <class Get>
void count_column(Chunk& chunk, Column column, Get get) {
  chunk.numbers<std::uint64_t>(column,
                               [&](std::uint32_t row) { return static_cast<std::uint64_t>(get(row)); });
}

inline Chunk metadata_chunk(const Metadata& metadata, const Recorded& recorded) {
  Chunk chunk(Section::metadata, 0, 0, 1);
  chunk.raw(encode_metadata(metadata, recorded));
  return chunk;
}

inline void node_columns(Chunk& chunk, const Node* nodes) {
  text_column(chunk, Column::name, [=](std::uint32_t row) { return nodes[row].name; });
  chunk.numbers<std::int64_t>(Column::clock_offset,
                              [=](std::uint32_t row) { return nodes[row].clock_offset_ns; });
  chunk.reals(Column::clock_drift, [=](std::uint32_t row) { return nodes[row].clock_drift; });
  chunk.numbers<std::int64_t>(Column::clock_residual,
                              [=](std::uint32_t row) { return nodes[row].clock_residual_ns; });
}

inline void worker_columns(Chunk& chunk, const Worker* workers) {
  text_column(chunk, Column::name, [=](std::uint32_t row) { return workers[row].name; });
  chunk.ids(Column::node, [=](std::uint32_t row) { return workers[row].node; });
}

inline void access_mode_columns(Chunk& chunk, const AccessMode* modes) {
  text_column(chunk, Column::name, [=](std::uint32_t row) { return modes[row].name; });
  count_column(chunk, Column::flags, [=](std::uint32_t row) {
    return (modes[row].commutes ? 1 : 0) + (modes[row].exclusive ? 2 : 0) + (modes[row].modifies ? 4 : 0);
  });
}

inline void handle_columns(Chunk& chunk, const HandleColumns& handles, std::size_t first) {
  chunk.texts(Column::name, std::span(handles.name).subspan(first, chunk.rows()));
  count_column(chunk, Column::size_bytes, [&](std::uint32_t row) { return handles.size_bytes[first + row]; });
  chunk.ids(Column::owner, [&](std::uint32_t row) { return handles.owner[first + row]; });
}

/// But for what tells the task.
inline void access_columns(Chunk& chunk, const Access* accesses) {
  chunk.ids(Column::handle, [=](std::uint32_t row) { return accesses[row].handle; });
  chunk.ids(Column::mode, [=](std::uint32_t row) { return accesses[row].mode; });
  count_column(chunk, Column::version, [=](std::uint32_t row) { return accesses[row].version; });
}

/// Of attributes, but for what tells the task.
inline void value_column(Chunk& chunk, std::size_t first, const std::vector<std::int64_t>& values) {
  chunk.numbers<std::int64_t>(Column::integer, [&](std::uint32_t row) { return values[first + row]; });
}
inline void value_column(Chunk& chunk, std::size_t first, const std::vector<double>& values) {
  chunk.reals(Column::real, [&](std::uint32_t row) { return values[first + row]; });
}
inline void value_column(Chunk& chunk, std::size_t first, const std::vector<std::string>& values) {
  chunk.texts(Column::text, std::span(values).subspan(first, chunk.rows()));
}

inline void sample_columns(Chunk& chunk, const std::int64_t* times, const double* values) {
  chunk.numbers<std::int64_t>(Column::time, [=](std::uint32_t row) { return times[row]; });
  chunk.reals(Column::real, [=](std::uint32_t row) { return values[row]; });
}

}  // namespace gusset::traces::gus
