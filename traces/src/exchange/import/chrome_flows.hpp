#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "issue_list.hpp"
#include "name_table.hpp"
#include "trace_builder.hpp"

namespace gusset::traces::import {

/// Wording of issues about arrows.
inline constexpr const char* expected_arrow = "an arrow between two tasks";
inline constexpr const char* wrong_arrow = "one that does not join two tasks";

/// The arrows of a Chrome trace: points in time on threads, joined by ids. They are bound to spans once all
/// spans are known.
class ChromeFlows {
 public:
  struct Point {
    std::uint32_t id = 0;
    std::uint32_t row = 0;
    std::int64_t time_ns = 0;
    bool is_in = false;      ///< an arrow ends here
    bool is_out = false;     ///< an arrow begins here
    bool is_before = false;  ///< bind to the next span to begin, not to the innermost one at that time
    std::uint32_t place = 0;
  };

  /// Interns an arrow's identity: category, name and id.
  std::uint32_t id(const std::string& text) { return ids_.add(text); }
  void add(const Point& point) { points_.push_back(point); }

  /// Binds the points to the spans of the builder's lanes. An arrow from a span that has ended to a later one
  /// is a dependency. An arrow between overlapping spans says which one created the other. `origin_ns` was
  /// subtracted from the spans' times.
  void resolve(TraceBuilder& builder, std::int64_t origin_ns, const std::string& name, IssueList& issues);

 private:
  NameTable ids_;
  std::vector<Point> points_;
};

}  // namespace gusset::traces::import
