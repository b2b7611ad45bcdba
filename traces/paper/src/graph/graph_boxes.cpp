#include "graph_boxes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "canvas/strokes.hpp"
#include "canvas/text.hpp"

namespace gusset::figure {
namespace {

using traces::GraphBox;
using traces::GraphLine;
using traces::GraphScene;

constexpr Colour box_letters{0x1F, 0x29, 0x33};
constexpr Colour box_frame{0xB4, 0xBC, 0xC6};
constexpr Colour open_group_fill{0xF4, 0xF6, 0xF8};
constexpr Colour inner_open_group_fill{0xE8, 0xEB, 0xF0};
constexpr double corner = 4.0;  // units, as what follows
constexpr double stripe_height = 7.0;
constexpr double stack_shift = 3.0;
constexpr double text_margin = 3.0;

struct PixelBox {
  double left, top, right, bottom;
  double width() const { return right - left; }
  bool meets(const PixelBox& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

/// The height of letters in pixels; 0 where they are left out.
double letters_at(double scale, double least) {
  const double letters = GraphScene::letter_height * scale;
  return letters < least ? 0.0 : letters;
}

/// Of a closed group's name where there is no room for what stands below it.
double lone_name_letters(double scale, double least) {
  constexpr double room = 35.0;  // units, above the stripe
  const double letters = std::min(GraphScene::letter_height, 0.7 * room * scale);
  return letters < least ? 0.0 : letters;
}

class BoxPainter {
 public:
  BoxPainter(Canvas& canvas, const GraphScene& scene, const BoxColours& colours, const GraphPlace& place,
             double least_letters)
      : canvas_(canvas),
        scene_(scene),
        colours_(colours),
        place_(place),
        scale_(place.scale),
        least_letters_(least_letters),
        letters_(letters_at(place.scale, least_letters)),
        frame_width_(std::clamp(place.scale, 0.3, 1.0)) {}

  void open_groups() {
    for (const GraphBox& box : scene_.boxes) {
      if (box.kind == GraphBox::Kind::open_group)
        rounded(pixels(box), fill_of_open(box), box_frame, printable(box.label));
    }
  }

  void titles() {
    if (letters_ == 0.0) return;
    for (const GraphBox& box : scene_.boxes) {
      if (box.kind == GraphBox::Kind::open_group) title(box);
    }
  }

  void boxes() {
    for (std::size_t i = 0; i < scene_.boxes.size(); ++i) {
      switch (scene_.boxes[i].kind) {
        case GraphBox::Kind::task:
          task(i);
          break;
        case GraphBox::Kind::version:
          version(scene_.boxes[i]);
          break;
        case GraphBox::Kind::junction:
          junction(scene_.boxes[i]);
          break;
        case GraphBox::Kind::group:
          group(i);
          break;
        case GraphBox::Kind::open_group:
          break;
      }
    }
  }

  /// How many edges a line between groups stands for, near its begin, where there is room.
  void counts() {
    constexpr std::size_t most_counts = 150;
    const double size = letters_ - 2.0 * scale_;
    if (size < 0.8 * least_letters_) return;
    std::vector<const GraphLine*> counted;
    for (const GraphLine& line : scene_.lines) {
      const bool has_group = scene_.boxes[line.from].is_group() || scene_.boxes[line.to].is_group();
      if (has_group && !line.is_bundled && line.kind != GraphLine::Kind::commutes && line.count > 1)
        counted.push_back(&line);
    }
    if (counted.size() > most_counts) return;
    std::vector<PixelBox> taken;
    for (const GraphBox& box : scene_.boxes) {
      if (box.kind != GraphBox::Kind::open_group) taken.push_back(pixels(box));
    }
    for (const GraphLine* line : counted) taken.push_back(head_of(*line));
    for (const GraphLine* line : counted) count(*line, size, taken);
  }

 private:
  PixelBox pixels(const GraphBox& box) const {
    const Point from = place_.at(box.x, box.y);
    const Point to = place_.at(box.right(), box.bottom());
    return {from.x, from.y, to.x, to.y};
  }

  /// About where a line's arrow head is.
  PixelBox head_of(const GraphLine& line) const {
    const traces::ScenePoint& end = scene_.points[line.first_point + line.point_count - 1];
    const Point tip = place_.at(end.x, end.y);
    const double half = 5.0 * scale_;
    const double back = (line.upwards ? 13.0 : -13.0) * scale_;
    return {tip.x - half, std::min(tip.y, tip.y + back), tip.x + half, std::max(tip.y, tip.y + back)};
  }

  void rounded(const PixelBox& box, Colour fill, Colour frame, const std::string& name) {
    Path outer;
    add_rounded(outer, box.left, box.top, box.right, box.bottom, corner * scale_);
    canvas_.fill(outer, frame, name);
    Path inner;
    const double w = frame_width_;
    add_rounded(inner, box.left + w, box.top + w, box.right - w, box.bottom - w, corner * scale_ - w);
    canvas_.fill(inner, fill, name);
  }

  /// Where words stand: between two places, about a height.
  struct Stretch {
    double left, right, middle_y;
  };

  /// Smaller where they would not fit, and only then shortened.
  void words(const Stretch& at, const std::string& text, TextStyle style) {
    const double width = at.right - at.left;
    const std::string whole = printable(text);
    const double needed = text_width(whole, style.size, style.bold);
    if (needed > width) style.size = std::max(0.75 * style.size, style.size * width / needed);
    const std::string shown = shortened(whole, width + 0.01, style.size, style.bold);
    if (!shown.empty())
      canvas_.text({(at.left + at.right) / 2.0, at.middle_y + style.size * 0.36}, shown, style);
  }
  void words_in(const PixelBox& box, const std::string& text, Colour colour) {
    if (letters_ == 0.0) return;
    const double beside = text_margin * scale_;
    words({box.left + beside, box.right - beside, (box.top + box.bottom) / 2.0}, text,
          {.size = letters_, .anchor = Anchor::middle, .colour = colour});
  }

  static Colour fill_of_open(const GraphBox& box) {
    return box.depth % 2 == 0 ? open_group_fill : inner_open_group_fill;
  }

  /// Its name, and how much it holds, with nothing behind them.
  void title(const GraphBox& box) {
    const PixelBox where = pixels(box);
    const double middle = where.top + GraphScene::title_height / 2.0 * scale_;
    const double baseline = middle + letters_ * 0.36;
    const double left = where.left + 10.0 * scale_;
    const double right = where.right - 10.0 * scale_;
    const std::string name = shortened(printable(box.label), right - left, letters_, true);
    const double from = left + text_width(name, letters_, true) + 12.0 * scale_;
    const std::string amount = shortened(box.second_line, right - from, letters_);
    const double beside = text_margin * scale_;
    Path plate;
    plate.rectangle(left - beside, middle - 0.7 * letters_, from + text_width(amount, letters_) + beside,
                    middle + 0.7 * letters_);
    canvas_.fill(plate, fill_of_open(box), "");
    canvas_.text({left, baseline}, name, {.size = letters_, .bold = true, .colour = box_letters});
    if (!amount.empty()) canvas_.text({from, baseline}, amount, {.size = letters_, .colour = graph_line});
  }

  void task(std::size_t number) {
    const GraphBox& box = scene_.boxes[number];
    const Colour fill = colours_[number].empty() ? box_frame : colours_[number].front().colour;
    const PixelBox where = pixels(box);
    rounded(where, fill, between(fill, {0, 0, 0}, 0.26), printable(box.label));
    words_in(where, box.label, ink_on(fill));
  }

  void version(const GraphBox& box) {
    const PixelBox where = pixels(box);
    Path outer;
    outer.rectangle(where.left, where.top, where.right, where.bottom);
    canvas_.fill(outer, box_frame, printable(box.label));
    Path inner;
    const double w = frame_width_;
    inner.rectangle(where.left + w, where.top + w, where.right - w, where.bottom - w);
    canvas_.fill(inner, graph_version_fill, printable(box.label));
    words_in(where, box.label, box_letters);
  }

  void junction(const GraphBox& box) {
    Path disc;
    add_disc(disc, place_.at(box.middle_x(), box.middle_y()), box.width / 2.0 * scale_);
    canvas_.fill(disc, graph_line, "each below waits for all above");
  }

  void group(std::size_t number) {
    const GraphBox& box = scene_.boxes[number];
    const PixelBox where = pixels(box);
    const double shift = stack_shift * scale_;
    const std::string name = printable(box.label) + ", " + box.second_line;
    // A stack: there is more behind.
    rounded({where.left + shift, where.top + shift, where.right + shift, where.bottom + shift}, graph_paper,
            box_frame, name);
    rounded(where, graph_paper, box_frame, name);
    if (box.inner_edges > 0) loop(where);
    stripe(number, where);
    if (letters_ == 0.0) return lone_name(box, where);
    const double half = (where.bottom - where.top - stripe_inset() - stripe_height * scale_) / 2.0;
    const double left = where.left + 4.0 * scale_;
    const double right = where.right - 4.0 * scale_;
    words({left, right, where.top + half * 0.55}, box.label,
          {.size = letters_, .bold = true, .anchor = Anchor::middle, .colour = box_letters});
    words({left, right, where.top + half * 1.45}, box.second_line,
          {.size = letters_, .anchor = Anchor::middle, .colour = graph_line});
  }

  void lone_name(const GraphBox& box, const PixelBox& where) {
    const double letters = lone_name_letters(scale_, least_letters_);
    if (letters == 0.0) return;
    words({where.left + 2.0, where.right - 2.0, (where.top + where.bottom - stripe_height * scale_) / 2.0},
          box.label, {.size = letters, .bold = true, .anchor = Anchor::middle, .colour = box_letters});
  }

  double stripe_inset() const { return frame_width_ + 1.5 * scale_; }

  /// Shares of colours, from the left, within the frame's round corners.
  void stripe(std::size_t number, const PixelBox& where) {
    const double inset = stripe_inset();
    const double bottom = where.bottom - inset;
    const double width = where.width() - 2.0 * inset;
    double from = where.left + inset;
    const auto part = [&](Colour colour, double share) {
      Path path;
      path.rectangle(from, bottom - stripe_height * scale_, from + share * width, bottom);
      canvas_.fill(path, colour, "");
      from += share * width;
    };
    for (const ColourShare& share : colours_[number]) part(share.colour, share.share);
    if (colours_[number].empty()) part(graph_version_fill, 1.0);
  }

  /// An arrow from a group back to itself: there are edges within.
  void loop(const PixelBox& where) {
    const double y = (where.top + where.bottom) / 2.0;
    const auto at = [&](double dx, double dy) { return Point{where.right + dx * scale_, y + dy * scale_}; };
    const Point tip = at(4, 8);
    std::vector<Point> points = {at(3, -8)};
    append_curve(points, at(22, -12), at(22, 12), tip);
    Path line;
    add_open(line, without_end(points, 4.0 * scale_));
    canvas_.stroke(line, {.width = 1.3 * scale_, .colour = graph_line}, "dependencies within");
    Path head;
    head.move_to(tip.x, tip.y);
    head.line_to(tip.x + 6.5 * scale_, tip.y - 4.5 * scale_);
    head.line_to(tip.x + 7.0 * scale_, tip.y + 1.5 * scale_);
    canvas_.fill(head, graph_line, "dependencies within");
  }

  void count(const GraphLine& line, double size, std::vector<PixelBox>& taken) {
    const std::string words = count_text(line.count);
    const double width = text_width(words, size) + 6.0 * scale_;
    const double height = size * 1.35;
    const std::vector<Point> points = points_of_line(scene_, line, place_);
    const double length = length_of(points);
    // On the line; where others are in the way at all of its places, beside it.
    const double beside = (width + 4.0 * scale_) / 2.0;
    constexpr std::array parts{0.38, 0.5, 0.62, 0.25, 0.75};  // of the way
    for (std::size_t i = 0; i < 3 * parts.size(); ++i) {
      const std::vector<Point> before = without_end(points, (1.0 - parts[i % parts.size()]) * length);
      if (before.empty()) continue;
      const double shift = i < parts.size() ? 0.0 : i < 2 * parts.size() ? beside : -beside;
      const Point at{before.back().x + shift, before.back().y};
      const PixelBox plate{at.x - width / 2.0, at.y - height / 2.0, at.x + width / 2.0, at.y + height / 2.0};
      if (std::any_of(taken.begin(), taken.end(), [&](const PixelBox& box) { return box.meets(plate); }))
        continue;
      taken.push_back(plate);
      Path below;
      below.rectangle(plate.left, plate.top, plate.right, plate.bottom);
      canvas_.fill(below, graph_paper, "");
      canvas_.text({at.x, at.y + size * 0.36}, words,
                   {.size = size, .anchor = Anchor::middle, .colour = graph_line});
      return;
    }
  }

  Canvas& canvas_;
  const GraphScene& scene_;
  const BoxColours& colours_;
  const GraphPlace& place_;
  double scale_;
  double least_letters_;  ///< pixels
  double letters_;        ///< pixels; 0: none
  double frame_width_;    ///< pixels
};

}  // namespace

bool has_all_names(const GraphScene& scene, double scale, double least_letters) {
  return std::all_of(scene.boxes.begin(), scene.boxes.end(), [&](const GraphBox& box) {
    return box.kind == GraphBox::Kind::junction || letters_at(scale, least_letters) > 0.0 ||
           (box.kind == GraphBox::Kind::group && lone_name_letters(scale, least_letters) > 0.0);
  });
}

void draw_graph_on(Canvas& canvas, const GraphScene& scene, const BoxColours& colours,
                   const GraphPlace& place, double least_letters) {
  BoxPainter painter(canvas, scene, colours, place, least_letters);
  painter.open_groups();
  draw_graph_lines(canvas, scene, place);
  painter.titles();
  painter.boxes();
  painter.counts();
}

}  // namespace gusset::figure
