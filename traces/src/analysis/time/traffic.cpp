#include "gusset/traces/analysis/time/traffic.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace gusset::traces {
namespace {

// The number of ascending times before time_ns.
std::size_t count_before(const std::vector<std::int64_t>& times_ns, std::int64_t time_ns) {
  return static_cast<std::size_t>(std::lower_bound(times_ns.begin(), times_ns.end(), time_ns) -
                                  times_ns.begin());
}

}  // namespace

Traffic::Column Traffic::column(std::vector<std::pair<std::int64_t, std::uint64_t>> entries) {
  std::sort(entries.begin(), entries.end());
  Column column;
  column.time_ns.reserve(entries.size());
  column.bytes.reserve(entries.size() + 1);
  column.bytes.push_back(0);
  for (const auto& [time_ns, bytes] : entries) {
    column.time_ns.push_back(time_ns);
    column.bytes.push_back(column.bytes.back() + bytes);
  }
  return column;
}

Traffic::Traffic(const Trace& trace) {
  using Entries = std::vector<std::pair<std::int64_t, std::uint64_t>>;
  std::map<std::pair<NodeId, NodeId>, std::pair<Entries, Entries>> columns;
  for (std::size_t i = 0; i < trace.messages.size(); ++i) {
    const Message& message = trace.messages[i];
    if (message.from == message.to) continue;
    if (message.send_ns == unknown_time || message.receive_ns == unknown_time) continue;
    const auto [begin_ns, end_ns] = std::minmax(message.send_ns, message.receive_ns);
    entries_.push_back({begin_ns, end_ns, i});
    auto& [begins, ends] = columns[{message.from, message.to}];
    begins.emplace_back(begin_ns, message.payload_bytes);
    ends.emplace_back(end_ns, message.payload_bytes);
  }
  for (auto& [nodes, times] : columns) {
    pairs_.push_back(
        {nodes.first, nodes.second, column(std::move(times.first)), column(std::move(times.second))});
  }
  std::ranges::stable_sort(entries_, {}, &Entry::begin_ns);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (i % block == 0) block_end_ns_.push_back(std::numeric_limits<std::int64_t>::min());
    block_end_ns_.back() = std::max(block_end_ns_.back(), entries_[i].end_ns);
  }
}

std::vector<NodeTraffic> Traffic::between(std::int64_t from_ns, std::int64_t to_ns) const {
  std::vector<NodeTraffic> found;
  if (to_ns <= from_ns) return found;
  for (const Pair& pair : pairs_) {
    // Every message that has ended has also begun.
    const std::size_t begun = count_before(pair.begins.time_ns, to_ns);
    const std::size_t ended = count_before(pair.ends.time_ns, from_ns);
    if (begun == ended) continue;
    found.push_back({pair.from, pair.to, begun - ended, pair.begins.bytes[begun] - pair.ends.bytes[ended]});
  }
  return found;
}

std::vector<std::size_t> Traffic::under_way(std::int64_t from_ns, std::int64_t to_ns) const {
  std::vector<std::size_t> found;
  if (to_ns <= from_ns) return found;
  const auto end = std::partition_point(entries_.begin(), entries_.end(),
                                        [to_ns](const Entry& entry) { return entry.begin_ns < to_ns; }) -
                   entries_.begin();
  for (std::size_t i = 0; i < static_cast<std::size_t>(end); ++i) {
    if (i % block == 0 && block_end_ns_[i / block] < from_ns) {
      i += block - 1;  // all of them ended earlier
      continue;
    }
    if (entries_[i].end_ns >= from_ns) found.push_back(entries_[i].message);
  }
  return found;
}

}  // namespace gusset::traces
