#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/picture/canvas/strokes.hpp"
#include "gusset/traces/picture/canvas/text.hpp"
#include "task_look.hpp"

namespace gusset::picture {
namespace {

using traces::GraphBox;
using traces::GraphLine;
using traces::GraphScene;

constexpr double corner = 4.0;  // units, like the lengths below
constexpr double stripe_height = 7.0;
constexpr double stack_shift = 3.0;
constexpr double text_margin = 3.0;
constexpr const char* unfolded_mark = "−  ";  // a click folds the group again

/// The font size of a closed group's name if there is no room for a second line; 0 if it would be unreadable.
double lone_name_size(double scale, double least) {
  constexpr double room = 35.0;  // units, above the stripe
  const double size = std::min(GraphScene::font_size, 0.7 * room * scale);
  return size < least ? 0.0 : size;
}

class BoxPainter {
 public:
  BoxPainter(Canvas& canvas, const GraphPicture& picture, std::vector<std::uint32_t> lines)
      : canvas_(canvas),
        picture_(picture),
        scene_(*picture.scene),
        palette_(picture.palette),
        scale_(picture.place.scale),
        visible_(visible_part(picture)),
        lines_(std::move(lines)),
        min_font_size_(picture.medium.min_font_size / picture.pixel_ratio),
        frame_width_(std::clamp(picture.place.scale, 0.3, 1.0)) {
    const Point size =
        picture.visible_size.value_or(Point{scene_.size.width * scale_, scene_.size.height * scale_});
    detail_ = detail_at(scale_ * picture.pixel_ratio, lines_.size(), size.x * size.y, picture.medium);
    font_size_ = detail_.labels ? GraphScene::font_size * scale_ : 0.0;
  }

  void draw() {
    for (std::size_t i = 0; i < scene_.boxes.size(); ++i) {
      const GraphBox& box = scene_.boxes[i];
      if (box.kind == GraphBox::Kind::open_group && is_visible(box))
        framed(pixels(box), open_fill(box), printable(box.label));
    }
    draw_graph_lines(canvas_, picture_, lines_, detail_);
    for (const GraphBox& box : scene_.boxes) {
      if (font_size_ > 0.0 && box.kind == GraphBox::Kind::open_group && is_visible(box)) title(box);
    }
    for (std::size_t i = 0; i < scene_.boxes.size(); ++i) {
      if (is_visible(scene_.boxes[i])) box(i);
    }
    if (detail_.counts) counts();
    if (picture_.waited_for) outline(*picture_.waited_for, 1.5);
    if (picture_.selected) outline(*picture_.selected, 3.0);
  }

 private:
  PixelBox pixels(const GraphBox& box) const {
    const Point from = picture_.place.at(box.x, box.y);
    const Point to = picture_.place.at(box.right(), box.bottom());
    return {from.x, from.y, to.x, to.y};
  }
  bool is_visible(const GraphBox& box) const {
    return pixels(box).grown(stack_shift * scale_ + 1.0).meets(visible_);
  }

  NodeState state(std::uint32_t node) const {
    return picture_.moment ? picture_.moment->times->state(node, picture_.moment->time_ns) : NodeState::done;
  }

  void framed(const PixelBox& box, Colour fill, const std::string& name) {
    draw_box(canvas_, box, {fill, palette_.frame, palette_.text, frame_width_}, corner * scale_, name);
  }
  void plain(const PixelBox& box, Colour fill, const std::string& name = {}) {
    Path path;
    path.rectangle(box.left, box.top, box.right, box.bottom);
    canvas_.fill(path, fill, name);
  }

  /// The place of a line of text: its left and right edges, and the height of its middle.
  struct Stretch {
    double left, right, middle_y;
  };

  /// Writes centred text. Text that does not fit becomes smaller first, then shorter.
  void write(const Stretch& at, const std::string& text, TextStyle style) {
    const double width = at.right - at.left;
    const std::string whole = printable(text);
    const double needed = canvas_.text_width(whole, style.size, style.bold);
    if (needed > width) style.size = std::max(0.75 * style.size, style.size * width / needed);
    const std::string shown = shortened_before_number(canvas_, whole, width + 0.01, style.size, style.bold);
    style.anchor = Anchor::middle;
    if (!shown.empty())
      canvas_.text({(at.left + at.right) / 2.0, at.middle_y + style.size * baseline_below_middle}, shown,
                   style);
  }
  void write_in(const PixelBox& box, const std::string& text, Colour colour) {
    if (font_size_ == 0.0) return;
    const double beside = text_margin * scale_;
    write({box.left + beside, box.right - beside, box.middle_y()}, text,
          {.size = name_size(box, text, box.width() - 2.0 * beside), .colour = colour});
  }
  /// The medium's good size for names if the box has room for it, otherwise a smaller one; at least the usual
  /// size.
  double name_size(const PixelBox& box, const std::string& text, double room) {
    const double good = picture_.medium.good_font_size / picture_.pixel_ratio;
    if (good <= font_size_) return font_size_;
    constexpr double share_of_height = 0.85;
    constexpr double share_of_room = 0.97;  // the width of text does not grow evenly with its size
    const double needed = canvas_.text_width(printable(text), good);
    const double fitting = needed > room ? share_of_room * good * room / needed : good;
    return std::max(font_size_, std::min(fitting, share_of_height * box.height()));
  }

  Colour open_fill(const GraphBox& box) const {
    return box.depth % 2 == 0 ? palette_.open_group : palette_.inner_open_group;
  }

  /// Writes the group's name and how much it contains, and hides the lines behind the text.
  void title(const GraphBox& box) {
    const PixelBox where = pixels(box);
    const double middle = where.top + GraphScene::title_height / 2.0 * scale_;
    const double baseline = middle + font_size_ * baseline_below_middle;
    const double left = where.left + 10.0 * scale_;
    const double right = where.right - 10.0 * scale_;
    const std::string label = (picture_.has_pointer ? unfolded_mark : "") + printable(box.label);
    const std::string name = shortened(canvas_, label, right - left, font_size_, true);
    const double from = left + canvas_.text_width(name, font_size_, true) + 12.0 * scale_;
    const std::string amount =
        detail_.second_lines ? shortened(canvas_, box.second_line, right - from, font_size_) : "";
    const double beside = text_margin * scale_;
    plain({left - beside, middle - 0.7 * font_size_, from + canvas_.text_width(amount, font_size_) + beside,
           middle + 0.7 * font_size_},
          open_fill(box));
    canvas_.text({left, baseline}, name, {.size = font_size_, .bold = true, .colour = palette_.text});
    if (!amount.empty())
      canvas_.text({from, baseline}, amount, {.size = font_size_, .colour = palette_.muted});
  }

  void box(std::size_t number) {
    const GraphBox& box = scene_.boxes[number];
    // A box is at least this high, so that it stays visible among the lines.
    constexpr double min_height = 2.5;
    PixelBox where = pixels(box);
    const double more = std::max(0.0, min_height - where.height()) / 2.0;
    where.top -= more;
    where.bottom += more;
    switch (box.kind) {
      case GraphBox::Kind::task:
        task(number, where);
        break;
      case GraphBox::Kind::version:
        version(box, where);
        break;
      case GraphBox::Kind::junction:
        junction(box);
        break;
      case GraphBox::Kind::group:
        group(number, where);
        break;
      case GraphBox::Kind::open_group:
        break;
    }
  }

  void task(std::size_t number, const PixelBox& where) {
    const GraphBox& box = scene_.boxes[number];
    const std::vector<ColourShare>& shares = (*picture_.colours)[number];
    const NodeState now = state(box.number);
    const TaskLook look = task_look(palette_, shares.empty() ? palette_.frame : shares.front().colour, now,
                                    where.height(), frame_width_);
    if (!detail_.frames && (now == NodeState::done || now == NodeState::waiting)) {
      plain(where, look.fill, printable(box.label));
    } else {
      draw_box(canvas_, where, look, corner * scale_, printable(box.label));
    }
    if (box.second_line.empty() || !detail_.second_lines) return write_in(where, box.label, look.text);
    constexpr double second_size = 0.85;  // of the name's size
    const double half = where.height() / 2.0;
    const double beside = text_margin * scale_;
    write({where.left + beside, where.right - beside, where.top + half * 0.62}, box.label,
          {.size = font_size_, .colour = look.text});
    write({where.left + beside, where.right - beside, where.top + half * 1.42}, box.second_line,
          {.size = second_size * font_size_, .colour = look.text});
  }

  void version(const GraphBox& box, const PixelBox& where) {
    const NodeState now = state(box.number);
    const bool is_newest = picture_.moment && now == NodeState::running;
    const double shown = !picture_.moment ? 1.0 : now == NodeState::done ? 160.0 / 255.0 : 60.0 / 255.0;
    const double width = is_newest ? 2.4 * scale_ : frame_width_;
    plain(where, is_newest ? palette_.text : palette_.frame, printable(box.label));
    plain(where.grown(-width),
          is_newest ? palette_.surface : mixed(palette_.background, palette_.version, shown),
          printable(box.label));
    write_in(where, box.label, picture_.moment && now == NodeState::waiting ? palette_.muted : palette_.text);
  }

  void junction(const GraphBox& box) {
    Path disc;
    add_disc(disc, picture_.place.at(box.middle_x(), box.middle_y()), box.width / 2.0 * scale_);
    canvas_.fill(disc, palette_.muted, junction_meaning);
  }

  void group(std::size_t number, const PixelBox& where) {
    const GraphBox& box = scene_.boxes[number];
    const double shift = stack_shift * scale_;
    const std::string name = printable(box.label) + ", " + box.second_line;
    // A second box behind makes the group look like a stack.
    if (detail_.frames)
      framed({where.left + shift, where.top + shift, where.right + shift, where.bottom + shift},
             palette_.surface, name);
    framed(where, palette_.surface, name);
    if (box.inner_edges > 0 && detail_.arrows) loop(where);
    stripe(number, where);
    if (!detail_.second_lines) return lone_name(box, where);
    const double half = (where.height() - stripe_inset() - stripe_height * scale_) / 2.0;
    const double left = where.left + 4.0 * scale_;
    const double right = where.right - 4.0 * scale_;
    write({left, right, where.top + half * 0.55}, box.label,
          {.size = font_size_, .bold = true, .colour = palette_.text});
    write({left, right, where.top + half * 1.45}, box.second_line,
          {.size = font_size_, .colour = palette_.muted});
  }

  void lone_name(const GraphBox& box, const PixelBox& where) {
    const double size = lone_name_size(scale_, min_font_size_);
    if (size == 0.0) return;
    write({where.left + 2.0, where.right - 2.0, (where.top + where.bottom - stripe_height * scale_) / 2.0},
          box.label, {.size = size, .bold = true, .colour = palette_.text});
  }

  double stripe_inset() const { return frame_width_ + 1.5 * scale_; }

  /// Draws the shares of colours from the left, inside the frame's rounded corners. At a moment, draws the
  /// shares of states instead.
  void stripe(std::size_t number, const PixelBox& where) {
    const double inset = stripe_inset();
    const double bottom = where.bottom - inset;
    const PixelBox whole{where.left + inset, bottom - stripe_height * scale_, where.right - inset, bottom};
    const std::vector<ColourShare>& shares = (*picture_.colours)[number];
    if (picture_.moment && !shares.empty())
      return progress(whole, (*picture_.moment->groups)[number].at(picture_.moment->time_ns),
                      shares.front().colour);
    double from = whole.left;
    const auto part = [&](Colour colour, double share) {
      plain({from, whole.top, from + share * whole.width(), whole.bottom}, colour);
      from += share * whole.width();
    };
    for (const ColourShare& share : shares) part(share.colour, share.share);
    if (shares.empty()) part(palette_.version, 1.0);
  }

  // Draws the shares of states in the style of single tasks.
  void progress(const PixelBox& whole, const StateCounts& counts, Colour colour) {
    const std::uint64_t total = std::accumulate(counts.counts.begin(), counts.counts.end(), std::uint64_t{0});
    double from = whole.left;
    for (const auto& [now, name] : shown_states) {
      if (counts[now] == 0) continue;
      const double width = whole.width() * static_cast<double>(counts[now]) / static_cast<double>(total);
      const PixelBox part{from, whole.top, from + width, whole.bottom};
      plain(part, now == NodeState::running   ? palette_.text
                  : now == NodeState::waiting ? mixed(palette_.surface, colour, waiting_strength)
                                              : colour);
      if (now == NodeState::ready) plain(part.grown(-1.2 * scale_), palette_.surface);
      from += width;
    }
  }

  /// Draws an arrow from a group back to itself: it has inner edges.
  void loop(const PixelBox& where) {
    const auto at = [&](double dx, double dy) {
      return Point{where.right + dx * scale_, where.middle_y() + dy * scale_};
    };
    const Point tip = at(4, 8);
    std::vector<Point> points = {at(3, -8)};
    append_curve(points, at(22, -12), at(22, 12), tip);
    Path line;
    add_polyline(line, without_end(points, 4.0 * scale_));
    canvas_.stroke(line, {.width = 1.3 * scale_, .colour = palette_.muted}, "dependencies within");
    Path head;
    head.move_to(tip.x, tip.y);
    head.line_to(tip.x + 6.5 * scale_, tip.y - 4.5 * scale_);
    head.line_to(tip.x + 7.0 * scale_, tip.y + 1.5 * scale_);
    canvas_.fill(head, palette_.muted, "dependencies within");
  }

  /// Writes on each line from or to a group how many edges it represents if it represents several, where
  /// there is room.
  void counts() {
    constexpr std::size_t max_counts = 150;
    std::vector<const GraphLine*> counted;
    for (const std::uint32_t i : lines_) {
      const GraphLine& line = scene_.lines[i];
      const bool has_group = scene_.boxes[line.from].is_group() || scene_.boxes[line.to].is_group();
      if (has_group && !line.is_bundled && line.kind != GraphLine::Kind::commutes && line.count > 1)
        counted.push_back(&line);
    }
    if (counted.size() > max_counts) return;
    for (const std::uint32_t i : lines_) {
      if (is_marked(picture_, scene_.lines[i]))
        marked_lines_.push_back(points_of_line(picture_, scene_.lines[i]));
    }
    std::vector<PixelBox> taken;
    for (const GraphBox& box : scene_.boxes) {
      if (box.kind != GraphBox::Kind::open_group && is_visible(box)) taken.push_back(pixels(box));
    }
    for (const GraphLine* line : counted) taken.push_back(head_of(*line));
    for (const GraphLine* line : counted) count(*line, taken);
  }

  /// The approximate area of a line's arrow head.
  PixelBox head_of(const GraphLine& line) const {
    const traces::ScenePoint& end = scene_.points[line.first_point + line.point_count - 1];
    const Point tip = picture_.place.at(end.x, end.y);
    const double half = 5.0 * scale_;
    const double back = (line.upwards ? 13.0 : -13.0) * scale_;
    return {tip.x - half, std::min(tip.y, tip.y + back), tip.x + half, std::max(tip.y, tip.y + back)};
  }

  void count(const GraphLine& line, std::vector<PixelBox>& taken) {
    const double size = font_size_ - 2.0 * scale_;
    const std::string text = count_text(line.count);
    const double width = canvas_.text_width(text, size) + 6.0 * scale_;
    const double height = size * 1.35;
    const std::vector<Point> points = points_of_line(picture_, line);
    const double length = length_of(points);
    // A count is on the line, or beside it if all places on it are taken. A marked line stays uncovered:
    // its counts are beside it, or above and below it where it is flat.
    const double beside = (width + 4.0 * scale_) / 2.0;
    const double above = (height + 4.0 * scale_) / 2.0;
    std::vector<Point> shifts{{0.0, 0.0}, {beside, 0.0}, {-beside, 0.0}};
    if (is_marked(picture_, line)) shifts.insert(shifts.end(), {{0.0, -above}, {0.0, above}});
    constexpr std::array parts{0.38, 0.5, 0.62, 0.25, 0.75};  // of the way along the line
    for (std::size_t i = 0; i < shifts.size() * parts.size(); ++i) {
      const std::vector<Point> before = without_end(points, (1.0 - parts[i % parts.size()]) * length);
      if (before.empty()) continue;
      const Point shift = shifts[i / parts.size()];
      const Point at{before.back().x + shift.x, before.back().y + shift.y};
      const PixelBox label{at.x - width / 2.0, at.y - height / 2.0, at.x + width / 2.0, at.y + height / 2.0};
      if (!visible_.contains(label)) continue;
      const auto hides_box = [&](const PixelBox& box) { return box.meets(label); };
      const auto hides_line = [&](const std::vector<Point>& along) { return label.meets(along); };
      if (std::any_of(taken.begin(), taken.end(), hides_box) ||
          std::any_of(marked_lines_.begin(), marked_lines_.end(), hides_line))
        continue;
      taken.push_back(label);
      plain(label, palette_.background);
      canvas_.text({at.x, at.y + size * baseline_below_middle}, text,
                   {.size = size, .anchor = Anchor::middle, .colour = palette_.muted});
      return;
    }
  }

  void outline(std::uint32_t number, double width) {
    if (number >= scene_.boxes.size()) return;
    const PixelBox box = pixels(scene_.boxes[number]).grown(width);
    Path round;
    add_rounded(round, box.left, box.top, box.right, box.bottom, corner * scale_ + width);
    std::vector<Point> points;
    round.for_each_point([&](Point point, bool) { points.push_back(point); });
    points.push_back(points.front());
    Path line;
    add_polyline(line, points);
    canvas_.stroke(line, {.width = width, .colour = palette_.accent}, "selected");
  }

  Canvas& canvas_;
  const GraphPicture& picture_;
  const GraphScene& scene_;
  const GraphPalette& palette_;
  double scale_;
  PixelBox visible_;
  std::vector<std::uint32_t> lines_;
  double min_font_size_;  ///< pixels
  double frame_width_;    ///< pixels
  GraphDetail detail_;
  double font_size_ = 0.0;  ///< font size in pixels; 0: no labels
  std::vector<std::vector<Point>> marked_lines_;
};

}  // namespace

bool has_all_names(const GraphScene& scene, double scale, const GraphMedium& medium) {
  const bool has_labels = detail_at(scale, 0, 1.0, medium).labels;
  return std::all_of(scene.boxes.begin(), scene.boxes.end(), [&](const GraphBox& box) {
    return box.kind == GraphBox::Kind::junction || has_labels ||
           (box.kind == GraphBox::Kind::group && lone_name_size(scale, medium.min_font_size) > 0.0);
  });
}

void draw_graph(Canvas& canvas, const GraphPicture& picture) {
  BoxPainter(canvas, picture, visible_lines(picture)).draw();
}

}  // namespace gusset::picture
