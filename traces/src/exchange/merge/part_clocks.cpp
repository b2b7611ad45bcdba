#include "part_clocks.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "gusset/base/numbers.hpp"
#include "gusset/base/text.hpp"
#include "least_delays.hpp"

namespace gusset::traces::merge {
namespace {

using gus::Section;

std::string residual_text(double residual_ns) {
  return duration_text_ns(static_cast<std::int64_t>(std::ceil(residual_ns)));
}

class ClockRelations {
 public:
  ClockRelations(std::vector<PartFile>& parts, const std::vector<PartRows>& rows)
      : parts_(parts), rows_(rows), is_fixed_(parts.size()) {}

  Result<PartClocks> run() {
    relate_hosts();
    if (auto flaw = narrow_by_messages()) return *std::move(flaw);
    describe();
    return std::move(clocks_);
  }

 private:
  /// Whether two parts have the same clock.
  bool share_clock(const PartFile& a, const PartFile& b) const {
    return &a == &b || (!a.part().host.empty() && a.part().host == b.part().host);
  }

  /// If node 0's part is missing, its clock is still the reference if the first part was compared with it;
  /// otherwise the first part's clock is.
  void relate_hosts() {
    reference_is_missing_ = parts_.front().node() != 0 && compare(parts_.front()).has_value();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const PartFile& part = parts_[i];
      ClockRelation relation;
      if (!reference_is_missing_ && share_clock(part, parts_.front())) {
        is_fixed_[i] = true;
        relation.residual_ns = i == 0 ? 0 : same_host_residual_ns;
      } else if (const auto compared = compare(part);
                 compared && (reference_is_missing_ || parts_.front().node() == 0)) {
        relation = *compared;
      } else {
        // Without any relation, assumes that this part and the first one begin at the same time.
        const ClockRelation& first = i == 0 ? relation : clocks_.relations.front();
        relation.offset_ns = static_cast<double>(first.from(parts_.front().first_ns()) - part.first_ns());
        relation.drift_error_ns = assumed_drift * static_cast<double>(part.last_ns() - part.first_ns());
      }
      clocks_.relations.push_back(relation);
    }
  }

  /// Uses the comparisons of all nodes of the part's host.
  std::optional<ClockRelation> compare(const PartFile& part) const {
    std::vector<ClockComparison> comparisons;
    std::int64_t end_ns = part.last_ns();
    for (const PartFile& other : parts_) {
      if (!share_clock(part, other)) continue;
      comparisons.insert(comparisons.end(), other.comparisons().begin(), other.comparisons().end());
      end_ns = std::max(end_ns, other.last_ns());
    }
    return relation_of(comparisons, end_ns);
  }

  std::optional<Error> narrow_by_messages() {
    DelayFinder finder;
    std::map<std::uint32_t, std::size_t> part_of;
    for (std::size_t i = 0; i < parts_.size(); ++i) part_of[parts_[i].part().node.value()] = i;
    const auto is_message = [](Section section) { return section == Section::recorded_messages; };
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      auto flaw = parts_[i].for_each_chunk(is_message, [&](Section, std::uint32_t, gus::DecodedTrace& chunk) {
        for (const RecordedMessage& message : chunk.recording.messages) add(finder, i, message);
        return std::optional<Error>();
      });
      if (flaw) return flaw;
    }
    LeastDelays delays;  // between parts, not between nodes
    for (const auto& [ends, delay] : finder.delays()) {
      const auto from = part_of.find(static_cast<std::uint32_t>(ends.first));
      const auto to = part_of.find(static_cast<std::uint32_t>(ends.second));
      if (from != part_of.end() && to != part_of.end() && from != to)
        delays[{from->second, to->second}] = delay;
    }
    if (reference_is_missing_) {
      clocks_.relations.push_back({0, 0, 0, 0, 0});
      is_fixed_.push_back(true);
    }
    contradiction_ns_ =
        narrow(clocks_.relations, is_fixed_, reference_is_missing_ ? parts_.size() : 0, delays);
    clocks_.relations.resize(parts_.size());
    is_fixed_.resize(parts_.size());
    return {};
  }

  void add(DelayFinder& finder, std::size_t part, const RecordedMessage& message) const {
    const std::vector<HandleId>& handles = rows_[part].handles;
    if (message.handle.is_none() || message.handle.value() >= handles.size()) return;
    const DelayFinder::Key key{handles[message.handle.value()].value(), message.version, message.from.value(),
                               message.to.value()};
    const auto time = [&](std::int64_t ticks) {
      return clocks_.relations[part].from(parts_[part].scale().ns(ticks));
    };
    if (message.what == RecordedMessage::End::send) {
      finder.add_send(key, time(message.begin));
    } else {
      finder.add_arrival(key, time(message.end));
    }
  }

  void describe() {
    double largest = 0;
    std::size_t worst = 0;
    std::vector<std::string> unknown;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const double residual = clocks_.relations[i].residual_ns;
      const std::string node = std::to_string(parts_[i].node());
      if (!clocks_.relations[i].is_known()) {
        unknown.push_back(node);
      } else if (residual > largest) {
        largest = residual;
        worst = i;
      }
    }
    if (contradiction_ns_ > 0) {
      clocks_.notes.push_back("messages contradict the clocks by " + residual_text(contradiction_ns_) +
                              "; the stated residuals include this");
    }
    if (largest > 0) {
      const bool is_one_host = std::find(is_fixed_.begin(), is_fixed_.end(), false) == is_fixed_.end();
      clocks_.notes.push_back("the nodes' clocks agree with node " +
                              std::to_string(reference_is_missing_ ? 0 : parts_.front().node()) + "'s to " +
                              residual_text(largest) +
                              (is_one_host
                                   ? ", because all are on one host"
                                   : "; node " + std::to_string(parts_[worst].node()) + "'s is the worst"));
    }
    if (!unknown.empty()) {
      clocks_.notes.push_back(
          "the clocks of these nodes are unknown, so their times can't be compared with "
          "those of others: " +
          joined(unknown));
    }
  }

  std::vector<PartFile>& parts_;
  const std::vector<PartRows>& rows_;
  std::vector<bool> is_fixed_;  ///< by part: has the reference clock
  PartClocks clocks_;
  bool reference_is_missing_ = false;
  double contradiction_ns_ = 0;
};

}  // namespace

Result<PartClocks> relate_clocks(std::vector<PartFile>& parts, const std::vector<PartRows>& rows) {
  return ClockRelations(parts, rows).run();
}

}  // namespace gusset::traces::merge
