#include "gusset/traces/picture/timeline/task_names.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gusset/traces/model/task_name.hpp"
#include "gusset/traces/picture/canvas/strokes.hpp"

namespace gusset::picture {
namespace {

constexpr double least_height = 0.9;  // of a line: some of the space above and below letters may be cut
constexpr std::size_t max_measured_types = 1000;

class Namer {
 public:
  Namer(const PlacedRows& rows, const NameSize& size, bool are_boxes, Shapes& shapes)
      : rows_(rows), size_(size), are_boxes_(are_boxes), shapes_(shapes) {
    const double least_ns = (narrowest_type() + 2.0 * size.padding) * rows.grid.ns_per_column;
    constexpr double longest_ns = 4e18;
    least_ns_ = static_cast<std::int64_t>(std::ceil(std::min(least_ns, longest_ns)));
  }

  void add_all() {
    for (const RowLayer& layer : rows_.layers()) {
      const bool has_room = layer.stretch.height >= least_height * size_.line_height;
      if (has_room && !layer.is_all_work && !rows_.row(layer.place).is_aggregate) add_names(layer);
    }
  }

 private:
  double narrowest_type() const {
    const std::vector<std::string>& types = rows_.trace().types;
    double narrowest = size_.width("mmmm");
    if (types.size() > max_measured_types) return size_.width("i");
    for (const std::string& type : types) {
      if (!type.empty()) narrowest = std::min(narrowest, size_.width(printable(type)));
    }
    return narrowest;
  }

  void add_names(const RowLayer& layer) {
    const std::size_t lane = rows_.table->lanes_of(layer.place).front();
    const auto time_ns = [&](int columns) {
      return static_cast<std::int64_t>(std::floor(rows_.grid.time_from_column(columns)));
    };
    named_spans_.clear();
    for (const traces::Piece& piece :
         rows_.detail_of(layer).pieces(lane, time_ns(0), time_ns(rows_.clip.width), least_ns_, least_ns_)) {
      const traces::TaskId task = rows_.trace().lanes[lane].spans.task[piece.span];
      if (task.is_none() || named_spans_.contains(piece.span)) continue;
      const double left = std::max<double>(rows_.clip.left, x_of(piece.begin_ns));
      const double right = std::min<double>(rows_.clip.right(), x_of(piece.end_ns));
      std::string text = fitting_name(task, right - left - 2.0 * size_.padding);
      if (text.empty()) continue;
      named_spans_.insert(piece.span);
      const traces::Colour fill = rows_.colours->of_categories(rows_.panel)[piece.category];
      const NameColours colours =
          are_boxes_ ? NameColours{rgba(text_colour_on(fill)), 0} : name_colours(rows_.background);
      shapes_.names.push_back({std::ceil(left + size_.padding),
                               layer.stretch.top + (layer.stretch.height - size_.line_height) / 2.0,
                               std::move(text), colours.text, colours.rim, rows_.clip_of(layer.place)});
    }
  }

  double x_of(std::int64_t time_ns) const { return rows_.x_from_time(static_cast<double>(time_ns)); }

  // The longest form of a task's name that fits into `room` pixels; empty if none does.
  std::string fitting_name(traces::TaskId task, double room) const {
    std::string type = printable(traces::type_name(rows_.trace(), task));
    if (type.empty() || size_.width(type) > room) return {};
    std::string whole = printable(traces::task_name(rows_.trace(), task));
    return size_.width(whole) <= room ? whole : type;
  }

  const PlacedRows& rows_;
  const NameSize& size_;
  bool are_boxes_;
  Shapes& shapes_;
  std::int64_t least_ns_ = 1;  // shorter parts of tasks have no room
  std::unordered_set<std::size_t> named_spans_;
};

}  // namespace

NameColours name_colours(traces::Background background) {
  return background == traces::Background::dark ? NameColours{rgba(255, 255, 255), rgba(12, 15, 19)}
                                                : NameColours{rgba(0, 0, 0), rgba(255, 255, 255)};
}

void add_task_names(const PlacedRows& rows, const NameSize& size, bool are_boxes, Shapes& shapes) {
  if (rows.detail != nullptr && rows.clip.width > 0) Namer(rows, size, are_boxes, shapes).add_all();
}

}  // namespace gusset::picture
