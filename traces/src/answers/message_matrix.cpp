#include "gusset/traces/answers/message_matrix.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gusset/traces/model/names.hpp"

namespace gusset::traces {
namespace {

using Kind = Table::Kind;

struct Sum {
  std::uint64_t messages = 0;
  std::uint64_t payload_bytes = 0;
  void add(std::uint64_t bytes) {
    ++messages;
    payload_bytes += bytes;
  }
};

std::map<std::pair<NodeId, NodeId>, Sum> sums_of_pairs(const Trace& trace, std::int64_t from_ns,
                                                       std::int64_t to_ns) {
  std::map<std::pair<NodeId, NodeId>, Sum> sums;
  for (const Message& message : trace.messages) {
    const std::int64_t at_ns = message.send_ns == unknown_time ? message.receive_ns : message.send_ns;
    if (at_ns >= from_ns && at_ns < to_ns) sums[{message.from, message.to}].add(message.payload_bytes);
  }
  return sums;
}

Cell count_cell(const Sum& sum) {
  return sum.messages == 0 ? Cell() : Cell(sum.messages);
}

}  // namespace

Table message_matrix(const Trace& trace, const MessageMatrixOptions& options) {
  Table table{.noun = "sender", .columns = {{"messages from", Kind::text, "from"}}};
  const std::size_t nodes = trace.nodes.size();
  const std::size_t receivers = std::max(nodes, options.min_columns);
  for (std::size_t to = 0; to < receivers; ++to) {
    const std::string name =
        "to " + (to < nodes ? node_name(trace, NodeId(to)) : "node " + std::to_string(to));
    table.columns.push_back({name, Kind::count, name});
  }
  table.columns.push_back({"sum", Kind::count, "messages"});
  table.columns.push_back({"payload", Kind::bytes, "payload_bytes"});
  if (nodes < 2 || !trace.recorded.messages) return table;
  const auto sums = sums_of_pairs(trace, options.from_ns, options.to_ns);
  std::vector<Sum> received(receivers);
  Sum all;
  for (std::size_t from = 0; from < nodes; ++from) {
    const std::string name = node_name(trace, NodeId(from));
    Table::Row row{{name}, FindingTarget::of_node(name, NodeId(from))};
    Sum sent;
    for (std::size_t to = 0; to < receivers; ++to) {
      const auto found = sums.find({NodeId(from), NodeId(to)});
      const Sum sum = found == sums.end() ? Sum() : found->second;
      row.cells.push_back(count_cell(sum));
      for (Sum* total : {&sent, &received[to], &all}) {
        total->messages += sum.messages;
        total->payload_bytes += sum.payload_bytes;
      }
    }
    row.cells.emplace_back(sent.messages);
    row.cells.emplace_back(sent.payload_bytes);
    table.rows.push_back(std::move(row));
  }
  Table::Row total{.cells = {"(sum)"}, .is_total = true};
  for (const Sum& sum : received) total.cells.emplace_back(sum.messages);
  total.cells.emplace_back(all.messages);
  total.cells.emplace_back(all.payload_bytes);
  table.rows.push_back(std::move(total));
  return table;
}

Table message_pairs(const Trace& trace, const MessageMatrixOptions& options) {
  Table table{.noun = "pair",
              .columns = {{"from", Kind::count, "from"},
                          {"to", Kind::count, "to"},
                          {"messages", Kind::count, "messages"},
                          {"payload", Kind::bytes, "payload_bytes"}}};
  if (trace.nodes.size() < 2) return table;
  for (const auto& [pair, sum] : sums_of_pairs(trace, options.from_ns, options.to_ns))
    table.rows.push_back({{pair.first.value(), pair.second.value(), sum.messages, sum.payload_bytes}});
  return table;
}

}  // namespace gusset::traces
