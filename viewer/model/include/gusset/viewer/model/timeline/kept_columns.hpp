#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// The columns of one strip in the last picture. After panning, a picture takes those that stay in view and
/// computes the others.
class KeptColumns {
 public:
  /// All that a strip's columns depend on, apart from the first column. Documents that differ have different
  /// tables of rows.
  struct Strip {
    std::shared_ptr<const picture::RowTable> table = nullptr;
    std::size_t place = 0;  ///< the row in the table
    bool is_all_work = false;
    std::optional<std::size_t> depth = {};
    TaskShape shape = TaskShape::triangle;
    std::size_t columns = 0;
    std::size_t max_layers = 0;
    double ns_per_column = 0.0;
    friend bool operator==(const Strip&, const Strip&) = default;
  };
  /// Computes texels from a column on and the layers over them, one after the other, and returns how many
  /// layers are in use. Both spans are zero before.
  using Compute =
      std::function<std::size_t(std::int64_t first_column, std::span<Rgba> texels, std::span<Rgba> layers)>;

  /// Fills `texels`, and `layers` like Compute, with the columns of `strip` from `first_column` on. Returns
  /// how many layers are in use.
  std::size_t fill(const Strip& strip, std::int64_t first_column, std::span<Rgba> texels,
                   std::span<Rgba> layers, const Compute& compute);
  /// How many columns the last call of `fill` computed.
  std::size_t computed() const { return computed_; }

 private:
  Strip strip_;
  std::int64_t first_column_ = 0;
  std::size_t layers_ = 0;
  std::vector<Rgba> texels_;  // and then the texels of each layer in use
  std::size_t computed_ = 0;
};

}  // namespace gusset::viewer
