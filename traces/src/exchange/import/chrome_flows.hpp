#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "issue_list.hpp"
#include "name_table.hpp"
#include "trace_builder.hpp"

namespace gusset::traces::import {

/// The arrows of a Chrome trace: points in time on a thread, joined by an id, that are bound to spans when
/// all of these are known.
class ChromeFlows {
 public:
  struct Point {
    std::uint32_t id = 0;
    std::uint32_t row = 0;
    std::int64_t time_ns = 0;
    bool is_in = false;      ///< an arrow ends here
    bool is_out = false;     ///< an arrow begins here
    bool is_before = false;  ///< of the next span to begin, not of the innermost one at that time
    std::uint32_t place = 0;
  };

  /// `id` is what tells one arrow from others: category, name and id.
  std::uint32_t id(const std::string& text) { return ids_.add(text); }
  void add(const Point& point) { points_.push_back(point); }

  /// Binds the points to the spans of the builder's lanes. An arrow from one that has ended to one that
  /// begins later is a dependency; one between spans that overlap tells who created what. `origin_ns` is what
  /// has been subtracted from the spans' times.
  void resolve(TraceBuilder& builder, std::int64_t origin_ns, const std::string& name, IssueList& issues);

 private:
  NameTable ids_;
  std::vector<Point> points_;
};

}  // namespace gusset::traces::import
