#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <variant>

#include "gus/gus_columns.hpp"

/// The columns of each table, for a ColumnWriter and a ColumnReader alike. Rows are those of one chunk.
namespace gusset::traces::gus {

inline constexpr std::uint64_t max_u32 = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::uint64_t max_u64 = std::numeric_limits<std::uint64_t>::max();
inline constexpr std::int64_t max_ticks = std::int64_t{1} << 61;  // so that those of a second fit, twice over
inline constexpr auto last_span_kind = static_cast<std::uint64_t>(SpanKind::other);

template <class C, class Nodes>
void node_columns(C& c, Nodes* nodes) {
  c.text(Column::name, member(nodes, &Node::name));
  c.number(Column::clock_offset, member(nodes, &Node::clock_offset_ns));
  c.real(Column::clock_drift, member(nodes, &Node::clock_drift));
  c.number(Column::clock_residual, member(nodes, &Node::clock_residual_ns));
}

template <class C, class Workers>
void worker_columns(C& c, Workers* workers) {
  c.text(Column::name, member(workers, &Worker::name));
  c.id(Column::node, member(workers, &Worker::node));
}

inline std::uint64_t mode_flags(const AccessMode& mode) {
  return (mode.commutes ? 1u : 0u) + (mode.exclusive ? 2u : 0u) + (mode.modifies ? 4u : 0u);
}
inline void set_mode_flags(AccessMode& mode, std::uint64_t flags) {
  mode.commutes = (flags & 1) != 0;
  mode.exclusive = (flags & 2) != 0;
  mode.modifies = (flags & 4) != 0;
}
inline void access_mode_columns(ColumnWriter& c, const AccessMode* modes) {
  c.text(Column::name, member(modes, &AccessMode::name));
  c.count(Column::flags, 7, [=](Row row) { return mode_flags(modes[row]); });
}

template <class C, class Handles>
void handle_columns(C& c, Handles& handles) {
  c.texts(Column::name, handles.name);
  c.number(Column::size_bytes, cells(c, handles.size_bytes));
  c.id(Column::owner, cells(c, handles.owner));
}

template <class C, class Tasks>
void task_columns(C& c, Tasks& tasks, const Recorded& recorded) {
  c.id(Column::type, cells(c, tasks.type));
  if (recorded.parents) c.id(Column::parent, cells(c, tasks.parent));
  if (recorded.work) c.real(Column::work, cells(c, tasks.work));
  if (recorded.submit) c.time(Column::submit, cells(c, tasks.submit_ns));
  if (recorded.ready) c.time(Column::ready, cells(c, tasks.ready_ns));
}

/// But for what tells the task.
template <class C, class Accesses>
void access_columns(C& c, Accesses* accesses) {
  c.id(Column::handle, member(accesses, &Access::handle));
  c.id(Column::mode, member(accesses, &Access::mode));
  c.count(Column::version, max_u32, member(accesses, &Access::version));
}

template <class C, class Spans>
void span_columns(C& c, Spans& spans) {
  c.stretch(cells(c, spans.begin_ns), cells(c, spans.end_ns), max_time_ns,
            2 * static_cast<std::uint64_t>(max_time_ns));
  c.id(Column::task, cells(c, spans.task));
  c.count(Column::kind, last_span_kind, cells(c, spans.kind));
}

template <class C, class Dependencies>
void dependency_columns(C& c, Dependencies* edges) {
  c.id(Column::before, member(edges, &Dependency::before));
  c.id(Column::after, member(edges, &Dependency::after));
}

template <class C, class Links>
void span_link_columns(C& c, Links* links) {
  c.count(Column::kind, static_cast<std::uint64_t>(SpanLink::Kind::join), member(links, &SpanLink::kind));
  c.id(
      Column::from_lane, [=](Row row) -> auto& { return links[row].from.lane; });
  c.count(
      Column::from_index, max_u64, [=](Row row) -> auto& { return links[row].from.index; });
  c.id(
      Column::to_lane, [=](Row row) -> auto& { return links[row].to.lane; });
  c.count(
      Column::to_index, max_u64, [=](Row row) -> auto& { return links[row].to.index; });
}

template <class C, class Messages>
void message_columns(C& c, Messages* messages) {
  c.count(Column::kind, static_cast<std::uint64_t>(Message::Kind::other), member(messages, &Message::kind));
  c.id(Column::handle, member(messages, &Message::handle));
  c.count(Column::version, max_u32, member(messages, &Message::version));
  c.id(Column::from_node, member(messages, &Message::from));
  c.id(Column::to_node, member(messages, &Message::to));
  c.time(Column::send, member(messages, &Message::send_ns));
  c.time(Column::receive, member(messages, &Message::receive_ns));
  c.count(Column::payload_bytes, max_u64, member(messages, &Message::payload_bytes));
  c.count(Column::wire_bytes, max_u64, member(messages, &Message::wire_bytes));
}

/// Of attributes, but for what tells the task.
template <class C, class Values>
void value_column(C& c, Values& values) {
  if (auto* integers = std::get_if<0>(&values)) c.number(Column::integer, cells(c, *integers));
  if (auto* reals = std::get_if<1>(&values)) c.real(Column::real, cells(c, *reals));
  if (auto* texts = std::get_if<2>(&values)) c.texts(Column::text, *texts);
}

template <class C, class Counters>
void counter_columns(C& c, Counters* counters) {
  c.text(Column::name, member(counters, &Counter::name));
  c.text(Column::unit, member(counters, &Counter::unit));
  c.id(Column::node, member(counters, &Counter::node));
}

/// Runs or pauses of a recording; returns the cells of their begins.
template <class C, class Stretches>
auto recorded_stretches(C& c, Stretches& stretches) {
  const auto begin = cells(c, stretches.begin);
  c.stretch(begin, cells(c, stretches.end), max_ticks, static_cast<std::uint64_t>(max_ticks));
  return begin;
}

template <class C, class Pauses>
void recorded_pause_columns(C& c, Pauses& pauses) {
  recorded_stretches(c, pauses);
  c.count(Column::kind, last_span_kind, cells(c, pauses.kind));
}

template <class C, class Accesses>
void recorded_access_columns(C& c, Accesses& accesses) {
  c.task_number(Column::number, cells(c, accesses.number));
  access_columns(c, c.rows_of(accesses.access));
}

}  // namespace gusset::traces::gus
