#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gusset/viewer/model/timeline/arrow_bundles.hpp"
#include "gusset/viewer/model/timeline/overlay.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"
#include "gusset/viewer/model/timeline/shapes.hpp"

namespace gusset::viewer {

/// What arrows are drawn in, and what stands below their counts' white letters.
struct ArrowInk {
  Rgba dependency, strong, message;
  Rgba dependency_tag, strong_tag, message_tag;
};
const ArrowInk& arrow_ink_of(const Timeline& timeline);

/// How far a point is from an arrow's curve, in pixels, to about half of one; infinity outside of its clip.
double distance_to(const Shapes::Arrow& arrow, Pointer pointer);

/// The arrow of a bundle.
Shapes::Arrow arrow_shape(const Timeline& timeline, std::size_t panel, const ArrowBundle& bundle);

/// What a tag says, and with fewer words where there is no room for them.
struct TagWords {
  std::string whole;
  std::string shorter;  ///< empty: there is nothing shorter
};

/// What stands at a bundle: "12", "3 messages earlier · 1.2 MB", "3 earlier · 1.2 MB"; empty for an arrow
/// alone with both ends in view.
TagWords bundle_words(const ArrowBundle& bundle);
/// "15 messages · 31.46 MB", "15 · 31.46 MB".
TagWords message_words(std::uint64_t messages, std::uint64_t bytes, const std::string& beyond = {});

/// Puts words beside what they are of, where no others stand.
class TagPlacer {
 public:
  /// Keeps clear of the tags that are there.
  TagPlacer(const Timeline& timeline, Shapes& shapes);
  /// Their middle is at the first of these points where they cover no other tag; where there is none, that of
  /// the shorter words; else they are left out.
  void add(std::span<const traces::ArrowPoint> points, const TagWords& words, Rgba colour, Box clip,
           bool timeless = false);
  /// A line on the whole of what is drawn, at the lower left; timeless.
  void add_note(const std::string& words, Rgba colour, Box clip);

 private:
  bool place(std::span<const traces::ArrowPoint> points, const std::string& words, Rgba colour, Box clip,
             bool timeless);
  void put(Box box, const std::string& words, Rgba colour, Box clip, bool timeless);
  Box box_at(double x, double y, const std::string& words, Box clip) const;

  const Timeline& timeline_;
  Shapes& shapes_;
  double scale_;
  std::vector<Box> taken_;
};

/// Draws bundles and their counts into a panel, strong ones on top, and a line on what is not drawn.
void add_arrow_shapes(const Timeline& timeline, std::size_t panel, const BundledArrows& arrows,
                      Shapes& shapes);

/// Instead of them, a line on how many there are: some of the arrows of many tasks say nothing.
void add_too_many_arrows(const Timeline& timeline, std::size_t panel, const BundledArrows& arrows,
                         Shapes& shapes);

}  // namespace gusset::viewer
