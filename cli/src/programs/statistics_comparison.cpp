#include "programs/statistics_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/core/engine/balance.hpp"
#include "gusset/traces/answers/answer_json.hpp"

namespace gusset::cli {
namespace {

using traces::Cell;
using Kind = traces::Table::Kind;

template <class Owner>
struct Quantity {
  const char* name;
  const char* key;
  std::uint64_t Owner::*count;
};

constexpr Quantity<NodeStatistics> node_quantities[] = {
    {"tasks", "level1_tasks", &NodeStatistics::level1_tasks},
    {"subtasks", "level2_tasks", &NodeStatistics::level2_tasks},
    {"messages sent", "messages_sent", &NodeStatistics::messages_sent},
    {"messages received", "messages_received", &NodeStatistics::messages_received},
    {"bytes sent", "payload_bytes_sent", &NodeStatistics::payload_bytes_sent},
    {"bytes received", "payload_bytes_received", &NodeStatistics::payload_bytes_received},
    {"listeners", "listeners_sent", &NodeStatistics::listeners_sent}};

constexpr Quantity<Totals> total_quantities[] = {{"tasks", "level1_tasks", &Totals::level1_tasks},
                                                 {"subtasks", "level2_tasks", &Totals::level2_tasks},
                                                 {"messages", "messages", &Totals::messages},
                                                 {"bytes", "payload_bytes", &Totals::payload_bytes},
                                                 {"listeners", "listeners", &Totals::listeners}};

using MigrationCount = std::optional<std::uint64_t> MigrationStatistics::*;

constexpr std::pair<const char*, MigrationCount> migration_quantities[] = {
    {"migrated tasks", &MigrationStatistics::migrated_tasks},
    {"messages of migrated tasks", &MigrationStatistics::migration_messages},
    {"bytes of migrated tasks", &MigrationStatistics::migration_bytes}};

using simulator::CacheMisses;

constexpr std::pair<const char*, std::uint64_t CacheMisses::*> cache_quantities[] = {
    {"bytes missing in L2", &CacheMisses::l2_bytes}, {"bytes missing in L3", &CacheMisses::l3_bytes}};

// Nothing if there was no load balancing, or if this was not counted. Of a node or of all.
std::optional<std::uint64_t> count_in(const auto& counts, MigrationCount count) {
  return counts.migration ? (*counts.migration).*count : std::nullopt;
}

// Whether the same tasks must have migrated: where a list says which, and not the times.
bool has_same_moves(const simulator::SimulationStatistics& a, const simulator::SimulationStatistics& b) {
  return a.balance == b.balance && a.balance == Balance{.policy = Balance::Policy::list}.text();
}

std::string node_text(std::uint64_t node) {
  return "node " + std::to_string(node);
}

// Converts seconds to the nanoseconds that tables hold. Empty if the time is unknown, because the tasks were
// only counted.
Cell duration_cell(const std::optional<double>& seconds) {
  if (!seconds) return {};
  return std::llround(*seconds * 1e9);
}

Cell ratio_cell(const std::optional<double>& a, const std::optional<double>& b) {
  if (!a || !b || *a <= 0.0) return {};
  return *b / *a;
}

traces::Table::Column column(std::string heading, Kind kind, std::string key) {
  return {std::move(heading), kind, std::move(key)};
}

// Empty if the document does not state the value.
Cell optional_cell(const std::optional<std::uint64_t>& value) {
  if (!value) return {};
  return *value;
}

// Says how many tasks migrated. Without a list, these counts need not be equal, because which tasks migrate
// depends on times. Empty if none did.
std::string migration_sentence(const Totals& a, const Totals& b) {
  const auto in_a = count_in(a, &MigrationStatistics::migrated_tasks);
  const auto in_b = count_in(b, &MigrationStatistics::migrated_tasks);
  if (in_a.value_or(0) == 0 && in_b.value_or(0) == 0) return {};
  const auto text = [](const std::optional<std::uint64_t>& count) {
    return count ? count_text(*count) : std::string("not counted");
  };
  return "Tasks that migrated: " + text(in_a) + " in A, " + text(in_b) + " in B.";
}

// What one document says about memory for replicas. Empty if it says nothing.
std::string replica_sentence(const char* document, const std::vector<NodeStatistics>& nodes) {
  PoolStatistics all;
  for (const NodeStatistics& node : nodes) {
    if (!node.replica_pool) return {};
    all.peak_bytes = std::max(all.peak_bytes, node.replica_pool->peak_bytes);
    all.asked_bytes += node.replica_pool->asked_bytes;
    all.reused_bytes += node.replica_pool->reused_bytes;
  }
  if (all.asked_bytes == 0) return {};
  return std::string("Replicas in ") + document + " took " + bytes_text(all.asked_bytes) + ", " +
         percent_text(all.reused_share()) + " of it in reused memory, and at most " +
         bytes_text(all.peak_bytes) + " at once on a node.";
}

// What both documents say about one input, if they say different things.
void note_input(std::vector<std::string>& notes, const std::string& input, const std::string& a,
                const std::string& b) {
  if (a != b) notes.push_back("The inputs differ in " + input + ": " + a + " in A, " + b + " in B.");
}

}  // namespace

std::vector<StatisticsComparison::Difference> StatisticsComparison::differences() const {
  std::vector<Difference> found;
  const NodeStatistics none;
  for (std::size_t node = 0; node < std::max(a_.nodes.size(), b_.nodes.size()); ++node) {
    const NodeStatistics& a = node < a_.nodes.size() ? a_.nodes[node] : none;
    const NodeStatistics& b = node < b_.nodes.size() ? b_.nodes[node] : none;
    for (const auto& each : node_quantities) {
      if (a.*each.count != b.*each.count)
        found.push_back({node_text(node), each.name, a.*each.count, b.*each.count});
    }
    for (const auto& [name, count] : migration_quantities) {
      const std::uint64_t in_a = count_in(a, count).value_or(0);
      const std::uint64_t in_b = count_in(b, count).value_or(0);
      if (in_a != in_b && has_same_moves(a_, b_)) found.push_back({node_text(node), name, in_a, in_b});
    }
  }
  using Counts = std::pair<std::uint64_t, std::uint64_t>;  // messages and bytes
  std::map<std::pair<NodeId, NodeId>, std::pair<Counts, Counts>> pairs;
  for (const auto& pair : a_.pairs) pairs[{pair.from, pair.to}].first = {pair.messages, pair.payload_bytes};
  for (const auto& pair : b_.pairs) pairs[{pair.from, pair.to}].second = {pair.messages, pair.payload_bytes};
  for (const auto& [nodes, counts] : pairs) {
    const std::string of = node_text(nodes.first.value()) + " to " + node_text(nodes.second.value());
    const auto& [a, b] = counts;
    if (a.first != b.first) found.push_back({of, "messages", a.first, b.first});
    if (a.second != b.second) found.push_back({of, "bytes", a.second, b.second});
  }
  return found;
}

std::string StatisticsComparison::count_sentence() const {
  const std::vector<Difference> found = differences();
  if (found.empty()) {
    const bool has_other_moves =
        std::any_of(std::begin(migration_quantities), std::end(migration_quantities), [&](const auto& each) {
          return count_in(a_.totals, each.second).value_or(0) != count_in(b_.totals, each.second).value_or(0);
        });
    return std::string("All counts ") + (has_other_moves ? "other than those of migrated tasks " : "") +
           "are equal, on " + count_text(a_.nodes.size(), "node") + ": " +
           count_text(a_.totals.level1_tasks, "task") + ", " + count_text(a_.totals.messages, "message") +
           ", " + bytes_text(a_.totals.payload_bytes) + ", " + count_text(a_.totals.listeners, "listener") +
           ".";
  }
  const Difference& first = found.front();
  return count_text(found.size(), "count") + (found.size() == 1 ? " differs, " : " differ; the first is ") +
         first.quantity + " (" + first.of + "): " + count_text(first.a) + " in A, " + count_text(first.b) +
         " in B.";
}

std::string StatisticsComparison::time_sentence() const {
  if (!a_.makespan_s && !b_.makespan_s) return "Neither document states times.";
  if (!a_.makespan_s || !b_.makespan_s) {
    const bool has_a = a_.makespan_s.has_value();
    return std::string("Only ") + (has_a ? "A" : "B") +
           " states times: " + duration_text(has_a ? *a_.makespan_s : *b_.makespan_s) + ".";
  }
  const std::string times =
      duration_text(*a_.makespan_s) + " in A, " + duration_text(*b_.makespan_s) + " in B.";
  if (*a_.makespan_s <= 0.0) return "The makespan is " + times;
  return "B's makespan differs by " + deviation_text(*b_.makespan_s / *a_.makespan_s) + ": " + times;
}

std::vector<std::string> StatisticsComparison::notes() const {
  const auto yes_or_no = [](bool is_on) { return std::string(is_on ? "on" : "off"); };
  std::vector<std::string> notes;
  note_input(notes, "grid", a_.grid.text(), b_.grid.text());
  note_input(notes, "threads per node", std::to_string(a_.threads), std::to_string(b_.threads));
  note_input(notes, "deduplication", yes_or_no(a_.deduplicates), yes_or_no(b_.deduplicates));
  note_input(notes, "hierarchy", yes_or_no(a_.splits), yes_or_no(b_.splits));
  const auto or_off = [](const std::string& balance) { return balance.empty() ? "off" : balance; };
  note_input(notes, "caches", yes_or_no(a_.caches.has_value()), yes_or_no(b_.caches.has_value()));
  note_input(notes, "load balancing", or_off(a_.balance), or_off(b_.balance));
  const auto or_direct = [](const std::string& broadcast) {
    return broadcast.empty() ? "direct" : broadcast;
  };
  note_input(notes, "broadcasts", or_direct(a_.broadcast), or_direct(b_.broadcast));
  return notes;
}

traces::Table StatisticsComparison::totals_table() const {
  traces::Table table{"quantity",
                      {column("quantity", Kind::text, "quantity"), column("A", Kind::count, "a"),
                       column("B", Kind::count, "b")}};
  for (const auto& each : total_quantities)
    table.rows.push_back({{each.name, a_.totals.*each.count, b_.totals.*each.count}});
  for (const auto& [name, count] : migration_quantities) {
    const auto a = count_in(a_.totals, count);
    const auto b = count_in(b_.totals, count);
    if (a || b) table.rows.push_back({{name, optional_cell(a), optional_cell(b)}});
  }
  for (const auto& [name, bytes] : cache_quantities) {
    const auto count = [member = bytes](const std::optional<CacheMisses>& caches) {
      return caches ? std::optional(*caches.*member) : std::nullopt;
    };
    if (a_.caches || b_.caches)
      table.rows.push_back({{name, optional_cell(count(a_.caches)), optional_cell(count(b_.caches))}});
  }
  return table;
}

traces::Table StatisticsComparison::difference_table() const {
  traces::Table table{"difference",
                      {column("nodes", Kind::text, "of"), column("quantity", Kind::text, "quantity"),
                       column("A", Kind::count, "a"), column("B", Kind::count, "b")}};
  for (const Difference& each : differences())
    table.rows.push_back({{each.of, each.quantity, each.a, each.b}});
  return table;
}

traces::Table StatisticsComparison::times_table() const {
  traces::Table table{"time",
                      {column("time", Kind::text, "time"), column("A", Kind::duration, "a_s"),
                       column("B", Kind::duration, "b_s"), column("B to A", Kind::deviation, "ratio")}};
  const auto append = [&](const std::string& name, const auto& a, const auto& b) {
    if (a || b) table.rows.push_back({{name, duration_cell(a), duration_cell(b), ratio_cell(a, b)}});
  };
  append("makespan", a_.makespan_s, b_.makespan_s);
  for (std::size_t node = 0; node < std::min(a_.nodes.size(), b_.nodes.size()); ++node)
    append("busy on " + node_text(node), a_.nodes[node].busy_s, b_.nodes[node].busy_s);
  return table;
}

traces::Table StatisticsComparison::memory_table() const {
  traces::Table table{"memory",
                      {column("memory", Kind::text, "memory"), column("A", Kind::bytes, "a_bytes"),
                       column("B", Kind::bytes, "b_bytes")}};
  for (std::size_t node = 0; node < std::min(a_.nodes.size(), b_.nodes.size()); ++node) {
    const auto append = [&](const std::string& name, auto bytes_of) {
      const std::optional<std::uint64_t> a = bytes_of(a_.nodes[node]);
      const std::optional<std::uint64_t> b = bytes_of(b_.nodes[node]);
      if (a || b) table.rows.push_back({{name + " " + node_text(node), optional_cell(a), optional_cell(b)}});
    };
    const auto of_replicas = [](std::uint64_t PoolStatistics::*bytes) {
      return [bytes](const NodeStatistics& statistics) -> std::optional<std::uint64_t> {
        return statistics.replica_pool ? std::optional((*statistics.replica_pool).*bytes) : std::nullopt;
      };
    };
    append("peak on", [](const NodeStatistics& statistics) { return statistics.peak_memory_bytes; });
    append("replicas at once on", of_replicas(&PoolStatistics::peak_bytes));
    append("replicas in all on", of_replicas(&PoolStatistics::asked_bytes));
    append("of these, in reused memory on", of_replicas(&PoolStatistics::reused_bytes));
  }
  return table;
}

traces::Answer StatisticsComparison::answer() const {
  traces::Answer answer;
  answer.verdict.add(count_sentence());
  answer.verdict.add(time_sentence());
  if (const std::string sentence = migration_sentence(a_.totals, b_.totals); !sentence.empty())
    answer.verdict.add(sentence);
  for (const auto& [document, statistics] : {std::pair("A", &a_), {"B", &b_}}) {
    const std::string sentence = replica_sentence(document, statistics->nodes);
    if (!sentence.empty()) answer.verdict.add(sentence);
  }
  answer.notes = notes();
  answer.tables = {totals_table(), difference_table(), times_table(), memory_table()};
  std::erase_if(answer.tables, [](const traces::Table& table) { return table.rows.empty(); });
  return answer;
}

std::string StatisticsComparison::json(const std::string& name_a, const std::string& name_b) const {
  traces::Json document{
      {"format", "gusset compare statistics"}, {"version", 1}, {"a", name_a}, {"b", name_b}};
  document["counts_are_equal"] = counts_are_equal();
  document["totals"] = traces::rows_json(totals_table());
  document["differences"] = traces::rows_json(difference_table());
  document["times"] = traces::rows_json(times_table());
  document["memory"] = traces::rows_json(memory_table());
  document["notes"] = notes();
  return traces::document_text(document);
}

}  // namespace gusset::cli
