// Longer than most files: one picture, whose boxes, lines and marks share what the camera sees and how much
// is drawn.
#include "graph_painter.hpp"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <QPolygonF>
#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include "gusset/viewer/model/graph_detail.hpp"
#include "gusset/viewer/model/picture.hpp"
#include "gusset/viewer/model/time_text.hpp"

namespace gusset::viewer {
namespace {

using Shares = std::vector<ColourShare>;

/// The colours of the view on its paper.
struct GraphInk {
  GraphInk(traces::Paper on, bool projected)
      : background(qcolor(ink_on(on, projected).canvas)),
        paper(qcolor(ink_on(on, projected).track)),
        text(qcolor(ink_on(on, projected).text)),
        muted(qcolor(ink_on(on, projected).muted)),
        frame(qcolor(ink_on(on, projected).rim)),
        version(qcolor(ink_on(on, projected).line)),
        plate(qcolor(with_alpha(ink_on(on, projected).canvas, 215))),
        accent(qcolor(ink_on(on, projected).accent)),
        is_dark(on == traces::Paper::dark) {}
  static QColor qcolor(Rgba ink) {
    const auto channel = [ink](int shift) { return static_cast<int>(ink >> shift & 0xFF); };
    return {channel(0), channel(8), channel(16), channel(24)};
  }
  QColor background, paper, text, muted, frame, version, plate, accent;
  bool is_dark;
};

constexpr double corner = 4.0;         // units
constexpr double stripe_height = 7.0;  // units
constexpr double arrow_length = 7.0;   // units
constexpr int faint = 46;              // alpha of what still waits

QColor qcolor(traces::Colour colour, int alpha = 255) {
  return {colour.red, colour.green, colour.blue, alpha};
}

// Black or white, whichever stands out (Rec. 709 weights).
QColor letters_on(const QColor& fill) {
  const double brightness = 0.2126 * fill.redF() + 0.7152 * fill.greenF() + 0.0722 * fill.blueF();
  return brightness < 0.5 ? QColor(Qt::white) : QColor(20, 26, 33);
}

void paint_task_box(QPainter& painter, const GraphInk& ink, const QRectF& rect, double radius,
                    const QColor& colour, NodeState state, double pixel, bool has_frame) {
  QColor fill = colour;
  QPen pen(ink.is_dark ? colour.lighter(130) : colour.darker(135), pixel);
  switch (state) {
    case NodeState::done:
      break;
    case NodeState::running:
      pen = QPen(ink.text, std::max(2.4 * pixel, rect.height() * 0.13));
      break;
    case NodeState::ready:
      fill = ink.paper;
      pen = QPen(colour.darker(110), std::max(1.6 * pixel, rect.height() * 0.1));
      break;
    case NodeState::waiting:
      fill.setAlpha(faint);
      pen = QPen(QColor(colour.red(), colour.green(), colour.blue(), 110), pixel);
      break;
  }
  const bool is_plain = state == NodeState::done || state == NodeState::waiting;
  if (!has_frame && is_plain) {
    painter.fillRect(rect, fill);
    return;
  }
  painter.setPen(pen);
  painter.setBrush(fill);
  painter.drawRoundedRect(rect, radius, radius);
}

class GraphPainter {
 public:
  GraphPainter(QPainter& painter, const GraphPicture& picture)
      : painter_(painter),
        laid_(*picture.laid),
        scene_(*laid_.scene),
        colours_(*picture.colours),
        ink_(picture.paper, picture.is_projected),
        camera_(picture.camera),
        marks_(picture.marks),
        font_(picture.font),
        pixel_(1.0 / camera_.scale()) {
    const GraphCamera& camera = camera_;
    const GraphMarks& marks = marks_;
    left_ = camera.scene_from_x(0.0);
    right_ = camera.scene_from_x(camera.width());
    top_ = camera.scene_from_y(0.0);
    bottom_ = camera.scene_from_y(camera.height());
    for (std::uint32_t i = 0; i < scene_.lines.size(); ++i) {
      const traces::GraphLine& line = scene_.lines[i];
      const bool is_shown = !line.is_bundled || line.from == marks.selected || line.to == marks.selected;
      if (is_shown && is_seen(line)) seen_lines_.push_back(i);
    }
    detail_ = detail_at(camera.scale() * picture.ratio, seen_lines_.size(), camera.width() * camera.height());
    font_.setPixelSize(static_cast<int>(traces::GraphScene::letter_height));
  }

  void paint() {
    painter_.save();
    painter_.scale(camera_.scale(), camera_.scale());
    painter_.translate(-left_, -top_);
    painter_.setRenderHint(QPainter::Antialiasing, detail_.smooth);
    for (std::uint32_t i = 0; i < scene_.boxes.size(); ++i) {
      if (scene_.boxes[i].kind == traces::GraphBox::Kind::open_group && is_seen(scene_.boxes[i])) frame(i);
    }
    lines();
    painter_.setRenderHint(QPainter::Antialiasing, detail_.frames);
    for (std::uint32_t i = 0; i < scene_.boxes.size(); ++i) {
      if (scene_.boxes[i].kind != traces::GraphBox::Kind::open_group && is_seen(scene_.boxes[i])) box(i);
    }
    if (detail_.counts) line_counts();
    painter_.setRenderHint(QPainter::Antialiasing, true);
    if (marks_.waited_for) outline(*marks_.waited_for, ink_.accent, 1.5);
    if (marks_.selected) outline(*marks_.selected, ink_.accent, 3.0);
    painter_.restore();
  }

 private:
  bool is_seen(const traces::GraphBox& box) const {
    return box.x < right_ && box.right() > left_ && box.y < bottom_ && box.bottom() > top_;
  }
  bool is_seen(const traces::GraphLine& line) const {
    double least_x = 1e300;
    double most_x = -1e300;
    double least_y = 1e300;
    double most_y = -1e300;
    for (std::uint32_t i = 0; i < line.point_count; ++i) {
      const traces::ScenePoint& point = scene_.points[line.first_point + i];
      least_x = std::min(least_x, point.x);
      most_x = std::max(most_x, point.x);
      least_y = std::min(least_y, point.y);
      most_y = std::max(most_y, point.y);
    }
    return least_x < right_ && most_x > left_ && least_y < bottom_ && most_y > top_;
  }

  NodeState state(std::uint32_t node) const {
    return marks_.time_ns ? laid_.times->state(node, *marks_.time_ns) : NodeState::done;
  }

  static QRectF rect_of(const traces::GraphBox& box) { return {box.x, box.y, box.width, box.height}; }

  // However small, a box is seen between the lines.
  QRectF seen_rect_of(const traces::GraphBox& box) const {
    constexpr double least_pixels = 2.5;
    const double more = std::max(0.0, least_pixels * pixel_ - box.height) / 2;
    return rect_of(box).adjusted(0, -more, 0, more);
  }

  void text(const QRectF& rect, const std::string& words, const QColor& ink,
            Qt::Alignment alignment = Qt::AlignCenter, bool bold = false,
            Qt::TextElideMode elide = Qt::ElideRight) {
    QFont font = font_;
    font.setBold(bold);
    painter_.setFont(font);
    painter_.setPen(ink);
    const QString shown = QFontMetricsF(font).elidedText(QString::fromStdString(words), elide, rect.width());
    painter_.drawText(rect, static_cast<int>(alignment) | Qt::TextSingleLine, shown);
  }

  void frame(std::uint32_t number) {
    const traces::GraphBox& box = scene_.boxes[number];
    painter_.setPen(QPen(ink_.frame, pixel_));
    painter_.setBrush(ink_.is_dark ? ink_.background.lighter(box.depth % 2 == 0 ? 135 : 165)
                                   : ink_.background.darker(box.depth % 2 == 0 ? 104 : 109));
    painter_.drawRoundedRect(rect_of(box), corner, corner);
    if (!detail_.labels) return;
    const QRectF title(box.x + 10, box.y, box.width - 20, traces::GraphScene::title_height);
    text(title, "−  " + box.label, ink_.text, Qt::AlignLeft | Qt::AlignVCenter, true);
    QFont bold = font_;
    bold.setBold(true);
    const double used = QFontMetricsF(bold).horizontalAdvance(QString::fromStdString("−  " + box.label)) + 12;
    if (detail_.second_lines && used < title.width()) {
      text(title.adjusted(used, 0, 0, 0), box.second_line, ink_.muted, Qt::AlignLeft | Qt::AlignVCenter);
    }
  }

  void box(std::uint32_t number) {
    const traces::GraphBox& box = scene_.boxes[number];
    const QRectF rect = seen_rect_of(box);
    switch (box.kind) {
      case traces::GraphBox::Kind::task: {
        const Shares& shares = colours_[number];
        const QColor colour = shares.empty() ? ink_.frame : qcolor(shares.front().colour);
        const NodeState now = state(box.number);
        paint_task_box(painter_, ink_, rect, corner, colour, now, pixel_, detail_.frames);
        const bool is_filled = now == NodeState::done || now == NodeState::running;
        if (detail_.labels) {
          text(rect.adjusted(3, 0, -3, 0), box.label,
               is_filled                   ? letters_on(colour)
               : now == NodeState::waiting ? ink_.muted
                                           : ink_.text);
        }
        break;
      }
      case traces::GraphBox::Kind::version: {
        const NodeState now = state(box.number);
        const bool is_now = marks_.time_ns && now == NodeState::running;
        painter_.setPen(QPen(is_now ? ink_.text : ink_.frame, is_now ? 2.4 : pixel_));
        QColor fill = ink_.version;
        if (marks_.time_ns && now != NodeState::running) fill.setAlpha(now == NodeState::done ? 160 : 60);
        painter_.setBrush(is_now ? ink_.paper : fill);
        painter_.drawRect(rect);
        if (detail_.labels) {
          text(rect.adjusted(3, 0, -3, 0), box.label,
               marks_.time_ns && now == NodeState::waiting ? ink_.muted : ink_.text);
        }
        break;
      }
      case traces::GraphBox::Kind::junction:
        painter_.setPen(Qt::NoPen);
        painter_.setBrush(ink_.muted);
        painter_.drawEllipse(rect);
        break;
      case traces::GraphBox::Kind::group:
        group(number, rect);
        break;
      case traces::GraphBox::Kind::open_group:
        break;
    }
  }

  void group(std::uint32_t number, const QRectF& rect) {
    const traces::GraphBox& box = scene_.boxes[number];
    painter_.setPen(QPen(ink_.frame, pixel_));
    painter_.setBrush(ink_.paper);
    // A stack: there is more behind.
    if (detail_.frames) painter_.drawRoundedRect(rect.translated(3, 3), corner, corner);
    painter_.drawRoundedRect(rect, corner, corner);
    if (box.inner_edges > 0 && detail_.arrows) loop(rect);
    const QRectF stripe(rect.left() + 1, rect.bottom() - stripe_height - 1, rect.width() - 2, stripe_height);
    const Shares& shares = colours_[number];
    if (marks_.time_ns && !shares.empty()) {
      progress(stripe, laid_.group_times[number].at(*marks_.time_ns), qcolor(shares.front().colour));
    } else {
      double from = stripe.left();
      for (const ColourShare& share : shares) {
        const double width = share.share * stripe.width();
        painter_.fillRect(QRectF(from, stripe.top(), width, stripe.height()), qcolor(share.colour));
        from += width;
      }
    }
    if (!detail_.second_lines) {
      // Large enough for its name alone, in letters that can be read.
      constexpr double letters = 9.0;  // pixels
      if (rect.height() < 1.3 * letters * pixel_) return;
      font_.setPixelSize(
          std::max(static_cast<int>(traces::GraphScene::letter_height), static_cast<int>(letters * pixel_)));
      text(rect.adjusted(3, 0, -3, -stripe_height), box.label, ink_.text, Qt::AlignCenter, true,
           Qt::ElideMiddle);  // numbers stand at the end
      font_.setPixelSize(static_cast<int>(traces::GraphScene::letter_height));
      return;
    }
    const double middle = rect.top() + (rect.height() - stripe_height) / 2;
    text({rect.left() + 4, rect.top() + 1, rect.width() - 8, middle - rect.top()}, box.label, ink_.text,
         Qt::AlignCenter, true);
    text({rect.left() + 4, middle, rect.width() - 8, middle - rect.top() - 1}, box.second_line, ink_.muted);
  }

  // From the left: done, running, ready, waiting, drawn as single tasks are.
  void progress(const QRectF& stripe, const StateCounts& counts, const QColor& colour) {
    if (counts.total() == 0) return;
    double from = stripe.left();
    const std::array<std::pair<std::uint64_t, NodeState>, 4> parts = {{{counts.done, NodeState::done},
                                                                       {counts.running, NodeState::running},
                                                                       {counts.ready, NodeState::ready},
                                                                       {counts.waiting, NodeState::waiting}}};
    for (const auto& [count, state] : parts) {
      if (count == 0) continue;
      const double width = stripe.width() * static_cast<double>(count) / static_cast<double>(counts.total());
      const QRectF part(from, stripe.top(), width, stripe.height());
      QColor fill = state == NodeState::running ? ink_.text : state == NodeState::ready ? ink_.paper : colour;
      if (state == NodeState::waiting) fill.setAlpha(faint);
      painter_.fillRect(part, fill);
      if (state == NodeState::ready) {
        painter_.setPen(QPen(colour, 1.2));
        painter_.setBrush(Qt::NoBrush);
        painter_.drawRect(part.adjusted(0.6, 0.6, -0.6, -0.6));
      }
      from += width;
    }
  }

  QPointF point(const traces::GraphLine& line, std::uint32_t i) const {
    const traces::ScenePoint& at = scene_.points[line.first_point + i];
    return {at.x, at.y};
  }

  enum class Extent { seen, whole };

  // Of what is seen of a line, what lies wholly above, below, left or right of the view is left out, and so
  // are steps that are smaller than a pixel.
  void add(QPainterPath& path, const traces::GraphLine& line, Extent extent = Extent::seen) const {
    QPointF from = point(line, 0);
    if (line.is_arc) {
      path.moveTo(from);
      path.quadTo(point(line, 1), point(line, 2));
      return;
    }
    bool is_broken = true;
    for (std::uint32_t i = 1; i < line.point_count; ++i) {
      const QPointF to = point(line, i);
      const bool is_last = i + 1 == line.point_count;
      if (extent == Extent::seen && !is_last &&
          std::fabs(to.x() - from.x()) + std::fabs(to.y() - from.y()) < 1.5 * pixel_)
        continue;
      const bool is_out = extent == Extent::seen &&
                          ((from.x() < left_ && to.x() < left_) || (from.x() > right_ && to.x() > right_) ||
                           (from.y() < top_ && to.y() < top_) || (from.y() > bottom_ && to.y() > bottom_));
      if (is_out) {
        is_broken = true;
      } else {
        if (is_broken) path.moveTo(from);
        is_broken = false;
        if (!detail_.curves || from.x() == to.x()) {
          path.lineTo(to);
        } else {
          const double half = (from.y() + to.y()) / 2;
          path.cubicTo({from.x(), half}, {to.x(), half}, to);
        }
      }
      from = to;
    }
  }

  void add_arrow(QPainterPath& path, const traces::GraphLine& line) const {
    if (scene_.boxes[line.to].kind == traces::GraphBox::Kind::junction) return;
    const QPointF tip = point(line, line.point_count - 1);
    // Lines end upright; a straight one comes from where it comes from.
    const QPointF from = point(line, line.point_count - 2);
    double dx = 0.0;
    double dy = line.upwards ? -1.0 : 1.0;
    if (!detail_.curves) {
      const double way = std::hypot(tip.x() - from.x(), tip.y() - from.y());
      if (way > 0.0) {
        dx = (tip.x() - from.x()) / way;
        dy = (tip.y() - from.y()) / way;
      }
    }
    const double length = arrow_length * (1.0 + 0.45 * traces::line_strength(line.count));
    const QPointF back = tip - QPointF(dx, dy) * length;
    const QPointF side(-dy * length * 0.38, dx * length * 0.38);
    path.addPolygon(QPolygonF({tip, back + side, back - side, tip}));
  }

  void lines() {
    const bool has_selection = marks_.selected.has_value();
    constexpr std::uint32_t long_way = 10;  // points
    constexpr std::size_t many_to_follow = 150;
    std::array<QPainterPath, 8> paths;  // 4 thicknesses, dotted, dashed, and what leads far: solid, dashed
    std::array<QPainterPath, 4> heads;
    QPainterPath chosen;
    QPainterPath chosen_heads;
    QPainterPath chosen_dashes;
    for (const std::uint32_t i : seen_lines_) {
      const traces::GraphLine& line = scene_.lines[i];
      const bool is_chosen = has_selection && (line.from == *marks_.selected || line.to == *marks_.selected);
      if (is_chosen) {
        add(line.kind == traces::GraphLine::Kind::commutes ? chosen_dashes : chosen, line);
        if (line.kind != traces::GraphLine::Kind::commutes) add_arrow(chosen_heads, line);
        continue;
      }
      const int thickness = traces::line_strength(line.count);
      const bool is_dashed = line.kind == traces::GraphLine::Kind::commutes;
      const bool is_far = seen_lines_.size() > many_to_follow && line.point_count > long_way &&
                          line.kind != traces::GraphLine::Kind::only_waits;
      const int style = is_far                                             ? (is_dashed ? 7 : 6)
                        : is_dashed                                        ? 5
                        : line.kind == traces::GraphLine::Kind::only_waits ? 4
                                                                           : thickness;
      add(paths[static_cast<std::size_t>(style)], line);
      if (detail_.arrows && line.kind != traces::GraphLine::Kind::commutes)
        add_arrow(heads[static_cast<std::size_t>(thickness)], line);
    }
    QColor ink = ink_.muted;
    const double opacity = detail_.line_opacity * (has_selection ? 0.75 : 1.0);
    painter_.setBrush(Qt::NoBrush);
    for (std::size_t i = 0; i < paths.size(); ++i) {
      if (paths[i].isEmpty()) continue;
      const double width = i < 4 ? 1.1 + 0.8 * static_cast<double>(i) : 1.1;
      ink.setAlphaF(static_cast<float>(opacity * (i < 6 ? 1.0 : 0.45)));
      QPen pen(ink, std::max(width, pixel_));
      if (!detail_.curves) pen = QPen(ink, 0);  // a pixel's width, which is fast
      if (i == 4) pen.setDashPattern({1.5, 2.5});
      if (i == 5 || i == 7) pen.setDashPattern({4, 3});
      painter_.setPen(pen);
      painter_.drawPath(paths[i]);
    }
    ink.setAlphaF(static_cast<float>(opacity));
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(ink);
    for (const QPainterPath& path : heads) painter_.drawPath(path);
    QPen pen(ink_.accent, std::max(1.8, 1.5 * pixel_));
    painter_.setBrush(Qt::NoBrush);
    painter_.setPen(pen);
    painter_.drawPath(chosen);
    pen.setDashPattern({4, 3});
    painter_.setPen(pen);
    painter_.drawPath(chosen_dashes);
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(ink_.accent);
    painter_.drawPath(chosen_heads);
  }

  // How many edges a line between groups stands for, near its begin.
  void line_counts() {
    QFont small = font_;
    small.setPixelSize(static_cast<int>(traces::GraphScene::letter_height) - 2);
    painter_.setFont(small);
    const QFontMetricsF metrics(small);
    const QRectF view(QPointF(left_, top_), QPointF(right_, bottom_));
    std::vector<QRectF> taken;
    for (const traces::GraphBox& box : scene_.boxes) {
      if (box.kind != traces::GraphBox::Kind::open_group && is_seen(box)) taken.push_back(rect_of(box));
    }
    for (const std::uint32_t i : seen_lines_) {
      const traces::GraphLine& line = scene_.lines[i];
      const bool has_group = scene_.boxes[line.from].is_group() || scene_.boxes[line.to].is_group();
      if (!has_group || line.kind == traces::GraphLine::Kind::commutes || line.count < 2) continue;
      const QString words = QString::fromStdString(count_text(line.count));
      QRectF plate(0, 0, metrics.horizontalAdvance(words) + 6, metrics.height());
      // Where lines nearly coincide, their counts stand at different places along them, or beside them.
      QPainterPath path;
      add(path, line, Extent::whole);
      const double beside = plate.width() / 2 + 2;
      constexpr std::array shares{0.38, 0.5, 0.62, 0.25, 0.75};
      for (std::size_t place = 0; place < 3 * shares.size(); ++place) {
        const double shift = place < shares.size() ? 0.0 : place < 2 * shares.size() ? beside : -beside;
        plate.moveCenter(path.pointAtPercent(shares[place % shares.size()]) + QPointF(shift, 0.0));
        if (!view.contains(plate)) continue;
        const bool is_free = std::none_of(taken.begin(), taken.end(),
                                          [&](const QRectF& other) { return other.intersects(plate); });
        if (!is_free) continue;
        taken.push_back(plate);
        painter_.fillRect(plate, ink_.plate);
        painter_.setPen(ink_.muted);
        painter_.drawText(plate, Qt::AlignCenter, words);
        break;
      }
    }
  }

  // An arrow from a group back to itself: there are edges within.
  void loop(const QRectF& rect) {
    const double y = rect.center().y();
    const QPointF tip(rect.right() + 4, y + 8);
    QPainterPath path(QPointF(rect.right() + 3, y - 8));
    path.cubicTo({rect.right() + 22, y - 12}, {rect.right() + 22, y + 12}, tip);
    painter_.setBrush(Qt::NoBrush);
    painter_.setPen(QPen(ink_.muted, 1.3));
    painter_.drawPath(path);
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(ink_.muted);
    painter_.drawPolygon(QPolygonF({tip, tip + QPointF(6.5, -4.5), tip + QPointF(7, 1.5)}));
  }

  void outline(std::uint32_t number, const QColor& ink, double pixels) {
    if (number >= scene_.boxes.size()) return;
    const double width = pixels * pixel_;
    painter_.setBrush(Qt::NoBrush);
    painter_.setPen(QPen(ink, width));
    const QRectF rect = rect_of(scene_.boxes[number]).adjusted(-width, -width, width, width);
    painter_.drawRoundedRect(rect, corner + width, corner + width);
  }

  QPainter& painter_;
  const LaidGraph& laid_;
  const traces::GraphScene& scene_;
  const BoxColours& colours_;
  GraphInk ink_;
  const GraphCamera& camera_;
  const GraphMarks& marks_;
  QFont font_;
  double pixel_;  ///< in units
  double left_ = 0.0;
  double right_ = 0.0;
  double top_ = 0.0;
  double bottom_ = 0.0;
  std::vector<std::uint32_t> seen_lines_;
  GraphDetail detail_;
};

void paint_state_legend(QPainter& painter, const GraphInk& colours, const LaidGraph& laid,
                        std::int64_t time_ns, std::int64_t extent_ns, const QFont& font, double width,
                        double height) {
  const StateCounts counts = laid.all_times.at(time_ns);
  const std::array<std::tuple<std::uint64_t, NodeState, const char*>, 4> states = {
      {{counts.done, NodeState::done, "done"},
       {counts.running, NodeState::running, "running"},
       {counts.ready, NodeState::ready, "ready"},
       {counts.waiting, NodeState::waiting, "waiting"}}};
  const QFontMetricsF metrics(font);
  const double line = metrics.height() + 8;
  const QRectF plate(0, height - line, width, line);
  QColor plate_fill = colours.paper;
  plate_fill.setAlpha(225);
  painter.fillRect(plate, plate_fill);
  painter.setFont(font);
  double x = 10;
  const auto write = [&](const QString& words, const QColor& ink) {
    painter.setPen(ink);
    painter.drawText(QRectF(x, plate.top(), width, line), Qt::AlignVCenter | Qt::AlignLeft, words);
    x += metrics.horizontalAdvance(words);
  };
  const double resolution_ns = std::max(1.0, static_cast<double>(extent_ns) / 10'000);
  write("at " + QString::fromStdString(
                    time_text(static_cast<double>(time_ns), resolution_ns, static_cast<double>(extent_ns))),
        colours.text);
  x += 14;
  for (const auto& [count, state, name] : states) {
    const QRectF swatch(x, plate.center().y() - 6, 18, 12);
    painter.setRenderHint(QPainter::Antialiasing, true);
    paint_task_box(painter, colours, swatch, 2, QColor(90, 130, 180), state, 1.0, true);
    x += 23;
    write(QString::fromStdString(count_text(count)) + " " + name, colours.text);
    x += 14;
  }
}

}  // namespace

bool is_large(const LaidGraph& laid) {
  constexpr std::size_t most_points = 8000;
  return laid.scene->boxes.size() * 4 + laid.scene->points.size() > most_points;
}

QImage paint_graph(const GraphPicture& picture) {
  QImage image(picture.size * picture.ratio, QImage::Format_RGB32);
  image.setDevicePixelRatio(picture.ratio);
  const GraphInk ink(picture.paper, picture.is_projected);
  image.fill(ink.background);
  if (picture.laid == nullptr || picture.colours == nullptr) return image;
  QPainter painter(&image);
  GraphPainter(painter, picture).paint();
  if (picture.marks.time_ns) {
    paint_state_legend(painter, ink, *picture.laid, *picture.marks.time_ns, picture.extent_ns, picture.font,
                       picture.size.width(), picture.size.height());
  }
  return image;
}

}  // namespace gusset::viewer
