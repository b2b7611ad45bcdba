#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gusset/traces/picture/timeline/placed_rows.hpp"
#include "gusset/traces/picture/timeline/shapes.hpp"

namespace gusset::picture {

/// What a tag says, and with fewer words where there is no room for them.
struct TagWords {
  std::string whole;
  std::string shorter;  ///< empty: there is nothing shorter
};

/// Puts words beside what they are of, where no other words stand.
class TagPlacer {
 public:
  /// Keeps clear of the tags that are there.
  TagPlacer(const PlacedRows& rows, Shapes& shapes);
  /// Centres the tag at the first of these points where it covers no other tag. Where there is no such point,
  /// tries the shorter words, else leaves the tag out. `tag` has all but its place and words.
  void add(std::span<const Point> points, const TagWords& words, const Shapes::Tag& tag);
  /// A line on the whole of what is drawn, at the lower left; timeless.
  void add_note(const std::string& words, Rgba colour);

 private:
  bool place(std::span<const Point> points, const std::string& words, const Shapes::Tag& tag);
  void put(Box box, const std::string& words, Shapes::Tag tag);
  Box box_at(double x, double y, const std::string& words, Box clip) const;

  const PlacedRows& rows_;
  Shapes& shapes_;
  TagSize size_;
  std::vector<Box> taken_;
};

}  // namespace gusset::picture
