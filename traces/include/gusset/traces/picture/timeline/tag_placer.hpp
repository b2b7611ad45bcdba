#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "gusset/traces/picture/timeline/shapes.hpp"

namespace gusset::picture {

/// The text of a tag, and a shorter version for narrow spaces.
struct TagText {
  std::string whole;
  std::string shorter;  ///< empty: no shorter version
};

/// The name of a note's tag.
inline constexpr const char* not_drawn_note = "not drawn";

/// Places text beside the thing that it describes, without covering other text.
class TagPlacer {
 public:
  /// Keeps clear of the existing tags. Refers to the rows and the shapes.
  TagPlacer(const PlacedRows& rows, Shapes& shapes);
  /// Centres the tag at the first point where it covers no other tag. If there is no such point, tries the
  /// shorter text; if that does not fit either, leaves the tag out. `tag` has everything but its place and
  /// text.
  void add(std::span<const Point> points, const TagText& text, const Shapes::Tag& tag);
  /// Adds a note about the whole drawing, at the lower left; timeless.
  void add_note(const std::string& text, Rgba colour);

 private:
  bool place(std::span<const Point> points, const std::string& text, const Shapes::Tag& tag);
  void put(Box box, const std::string& text, Shapes::Tag tag);
  Box box_at(double x, double y, const std::string& text, Box clip) const;

  const PlacedRows& rows_;
  Shapes& shapes_;
  TagSize size_;
  std::vector<Box> taken_;
};

}  // namespace gusset::picture
