#include "queue_painter.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "canvas/text.hpp"
#include "category_colours.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/model/task_name.hpp"

namespace gusset::paper {
namespace {

constexpr Colour queue_note_colour{0x66, 0x66, 0x66};
constexpr double chip_edge = 4.0;     // in the task's full colour
constexpr double chip_padding = 5.0;  // between the edge, the name and the end
constexpr double chip_distance = 4.0;
constexpr double max_chip_height = 22.0;
constexpr double min_named_row = small_size + 3.0;
constexpr std::size_t max_chips = 64;  // more do not fit
constexpr const char* queues_title = "ready, to run here";
constexpr double min_named_width = 200.0;  // of queues: narrower ones have no room for names
constexpr double max_square = 12.0;

// The queue of one row.
struct ReadyQueue {
  std::uint64_t count = 0;
  std::vector<traces::TaskId> next;  // empty if the row has several workers
};

class QueuePainter {
 public:
  QueuePainter(Canvas& canvas, const Panel& panel, const picture::PlacedRows& rows, const Layout& layout)
      : canvas_(canvas),
        panel_(panel),
        rows_(rows),
        left_(layout.queues_left),
        right_(layout.width - margin) {}

  void draw(const PanelLayout& place, std::int64_t moment_ns) {
    const bool is_known = panel_.schedule->knows_ready();
    title(place, is_known ? queues_title : "ready: not recorded");
    if (!is_known) return;
    const std::vector<ReadyQueue> queues = queues_of(place, moment_ns);
    double number_width = 0.0;
    for (const ReadyQueue& queue : queues)
      number_width = std::max(number_width, text_width(number_text(queue), small_size));
    for (std::size_t i = 0; i < queues.size(); ++i) row(place.rows[i], queues[i], number_width);
  }

 private:
  static std::string number_text(const ReadyQueue& queue) {
    return queue.count == 0 ? "none" : count_text(queue.count);
  }

  void title(const PanelLayout& place, const std::string& text) {
    const int baseline = place.subtitle_baseline > 0 ? place.subtitle_baseline : place.title_baseline;
    canvas_.text({static_cast<double>(left_), static_cast<double>(baseline)},
                 shortened_list(text, right_ - left_, small_size),
                 {.size = small_size, .colour = queue_note_colour});
  }

  // A worker with several rows has its queue beside the first of them.
  std::vector<ReadyQueue> queues_of(const PanelLayout& place, std::int64_t moment_ns) const {
    std::vector<ReadyQueue> queues;
    std::set<traces::WorkerId> seen;
    for (const RowLayout& row : place.rows) {
      ReadyQueue& queue = queues.emplace_back();
      std::vector<traces::WorkerId> workers;
      for (const std::size_t lane : row.lanes) {
        const traces::WorkerId worker = panel_.trace->lanes[lane].worker;
        if (seen.insert(worker).second) workers.push_back(worker);
      }
      for (const traces::WorkerId worker : workers)
        queue.count += panel_.schedule->ready_count(worker, moment_ns);
      if (workers.size() == 1)
        queue.next = panel_.schedule->ready_tasks(workers.front(), moment_ns, max_chips);
    }
    return queues;
  }

  Colour colour_of(traces::TaskId task) const { return rows_.colour_of(task).value_or(filtered_colour); }

  void row(const RowLayout& row, const ReadyQueue& queue, double number_width) {
    if (row.bottom - row.top < min_named_row) return squares(row, queue, left_);
    number(row, queue, number_width);
    const double after_number = left_ + number_width + 2.0 * chip_distance;
    if (right_ - left_ < min_named_width) {
      squares(row, queue, after_number);
    } else {
      names(row, queue, after_number);
    }
  }

  static double baseline_of(const RowLayout& row) { return (row.top + row.bottom) / 2.0 + small_size * 0.36; }

  void number(const RowLayout& row, const ReadyQueue& queue, double width) {
    canvas_.text({left_ + width, baseline_of(row)}, number_text(queue),
                 {.size = small_size,
                  .anchor = Anchor::end,
                  .colour = queue.count == 0 ? queue_note_colour : TextStyle().colour});
  }

  void names(const RowLayout& row, const ReadyQueue& queue, double x) {
    const double middle = (row.top + row.bottom) / 2.0;
    const double baseline = baseline_of(row);
    const double height = std::min<double>(row.bottom - row.top, max_chip_height);
    const double ellipsis = text_width("…", small_size);
    for (std::size_t i = 0; i < queue.next.size(); ++i) {
      const double around_name = chip_edge + 2.0 * chip_padding;
      const double reserved = i + 1 < queue.count ? ellipsis + chip_distance : 0.0;
      std::string name = printable(traces::task_name(*panel_.trace, queue.next[i]));
      if (i == 0) name = shortened(name, right_ - x - reserved - around_name, small_size);
      const double width = around_name + text_width(name, small_size);
      if (x + width + reserved > right_) {
        canvas_.text({x, baseline}, "…", {.size = small_size, .colour = queue_note_colour});
        return;
      }
      chip({x, middle - height / 2.0}, {x + width, middle + height / 2.0}, queue.next[i], name);
      canvas_.text({x + chip_edge + chip_padding, baseline}, name, {.size = small_size});
      x += width + chip_distance;
    }
  }

  // Draws squares in the middle of the row, and an arrow head if there are more tasks.
  void squares(const RowLayout& row, const ReadyQueue& queue, double x) {
    const double side = std::clamp(static_cast<double>(row.bottom - row.top) - 1.0, 3.0, max_square);
    const double bottom = std::min<double>(row.bottom, (row.top + row.bottom + side) / 2.0);
    for (std::size_t i = 0; i < queue.next.size(); ++i) {
      const double reserved = i + 1 < queue.count ? side + 1.0 : 0.0;
      Path path;
      const bool has_room = x + side + reserved <= right_;
      if (has_room) {
        path.rectangle(x, bottom - side, x + side, bottom);
      } else {
        path.move_to(x, bottom - side);
        path.line_to(x + side, bottom - side / 2.0);
        path.line_to(x, bottom);
      }
      canvas_.fill(path, has_room ? colour_of(queue.next[i]) : queue_note_colour,
                   has_room ? traces::task_name(*panel_.trace, queue.next[i]) : "more");
      if (!has_room) return;
      x += side + 1.0;
    }
  }

  void chip(Point from, Point to, traces::TaskId task, const std::string& name) {
    Path face;
    face.rectangle(from.x, from.y, to.x, to.y);
    canvas_.fill(face, tint_of(colour_of(task)), name);
    Path edge;
    edge.rectangle(from.x, from.y, from.x + chip_edge, to.y);
    canvas_.fill(edge, colour_of(task), name);
  }

  Canvas& canvas_;
  const Panel& panel_;
  const picture::PlacedRows& rows_;
  double left_;
  double right_;
};

}  // namespace

void draw_queues(Canvas& canvas, const Panel& panel, const picture::PlacedRows& rows,
                 const PanelLayout& place, const Layout& layout, std::int64_t moment_ns) {
  if (panel.schedule == nullptr || layout.queues_left == 0) return;
  QueuePainter(canvas, panel, rows, layout).draw(place, moment_ns);
}

}  // namespace gusset::paper
