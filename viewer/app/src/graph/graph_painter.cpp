#include "graph_painter.hpp"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <QPolygonF>
#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "graph_ink.hpp"
#include "graph_line_painter.hpp"
#include "gusset/viewer/model/document/time_text.hpp"
#include "seen_graph.hpp"

namespace gusset::viewer {
namespace {

using Shares = std::vector<ColourShare>;

constexpr double corner = 4.0;         // units
constexpr double stripe_height = 7.0;  // units
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
        seen_(scene_, camera_, picture.ratio, marks_) {
    font_.setPixelSize(static_cast<int>(traces::GraphScene::letter_height));
  }

  void paint() {
    painter_.save();
    painter_.scale(camera_.scale(), camera_.scale());
    painter_.translate(-seen_.part.topLeft());
    painter_.setRenderHint(QPainter::Antialiasing, seen_.detail.smooth);
    for (std::uint32_t i = 0; i < scene_.boxes.size(); ++i) {
      if (scene_.boxes[i].kind == traces::GraphBox::Kind::open_group && seen_.holds(scene_.boxes[i]))
        frame(i);
    }
    const GraphLinePainter lines(painter_, scene_, seen_, ink_, marks_);
    lines.paint();
    painter_.setRenderHint(QPainter::Antialiasing, seen_.detail.frames);
    for (std::uint32_t i = 0; i < scene_.boxes.size(); ++i) {
      if (scene_.boxes[i].kind != traces::GraphBox::Kind::open_group && seen_.holds(scene_.boxes[i])) box(i);
    }
    if (seen_.detail.counts) lines.paint_counts(font_);
    painter_.setRenderHint(QPainter::Antialiasing, true);
    if (marks_.waited_for) outline(*marks_.waited_for, ink_.accent, 1.5);
    if (marks_.selected) outline(*marks_.selected, ink_.accent, 3.0);
    painter_.restore();
  }

 private:
  NodeState state(std::uint32_t node) const {
    return marks_.time_ns ? laid_.times->state(node, *marks_.time_ns) : NodeState::done;
  }

  // However small, a box is seen between the lines.
  QRectF seen_rect_of(const traces::GraphBox& box) const {
    constexpr double least_pixels = 2.5;
    const double more = std::max(0.0, least_pixels * seen_.pixel - box.height) / 2;
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
    painter_.setPen(QPen(ink_.frame, seen_.pixel));
    painter_.setBrush(ink_.is_dark ? ink_.background.lighter(box.depth % 2 == 0 ? 135 : 165)
                                   : ink_.background.darker(box.depth % 2 == 0 ? 104 : 109));
    painter_.drawRoundedRect(rect_of(box), corner, corner);
    if (!seen_.detail.labels) return;
    const QRectF title(box.x + 10, box.y, box.width - 20, traces::GraphScene::title_height);
    text(title, "−  " + box.label, ink_.text, Qt::AlignLeft | Qt::AlignVCenter, true);
    QFont bold = font_;
    bold.setBold(true);
    const double used = QFontMetricsF(bold).horizontalAdvance(QString::fromStdString("−  " + box.label)) + 12;
    if (seen_.detail.second_lines && used < title.width()) {
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
        paint_task_box(painter_, ink_, rect, corner, colour, now, seen_.pixel, seen_.detail.frames);
        const bool is_filled = now == NodeState::done || now == NodeState::running;
        if (seen_.detail.labels) {
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
        painter_.setPen(QPen(is_now ? ink_.text : ink_.frame, is_now ? 2.4 : seen_.pixel));
        QColor fill = ink_.version;
        if (marks_.time_ns && now != NodeState::running) fill.setAlpha(now == NodeState::done ? 160 : 60);
        painter_.setBrush(is_now ? ink_.paper : fill);
        painter_.drawRect(rect);
        if (seen_.detail.labels) {
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
    painter_.setPen(QPen(ink_.frame, seen_.pixel));
    painter_.setBrush(ink_.paper);
    // A stack: there is more behind.
    if (seen_.detail.frames) painter_.drawRoundedRect(rect.translated(3, 3), corner, corner);
    painter_.drawRoundedRect(rect, corner, corner);
    if (box.inner_edges > 0 && seen_.detail.arrows) loop(rect);
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
    if (!seen_.detail.second_lines) {
      // Large enough for its name alone, in letters that can be read.
      constexpr double letters = 9.0;  // pixels
      if (rect.height() < 1.3 * letters * seen_.pixel) return;
      font_.setPixelSize(std::max(static_cast<int>(traces::GraphScene::letter_height),
                                  static_cast<int>(letters * seen_.pixel)));
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
    const double width = pixels * seen_.pixel;
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
  SeenGraph seen_;
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
