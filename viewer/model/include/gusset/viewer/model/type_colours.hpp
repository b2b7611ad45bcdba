#pragma once
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "gusset/traces/palette.hpp"
#include "gusset/viewer/model/loaded_trace.hpp"

namespace gusset::viewer {

/// One colour per task type *name* over all open traces, so that a kernel looks alike in the measured and the
/// predicted one. Types are numbered in the order in which the traces name them.
class TypeColours {
 public:
  TypeColours() = default;
  explicit TypeColours(const std::vector<std::shared_ptr<const LoadedTrace>>& loaded);

  /// All names, each once.
  const std::vector<std::string>& names() const { return names_; }
  /// The colour of a name's number.
  static traces::Colour colour(std::size_t name) { return traces::type_colour(name); }
  /// The number of the name of each trace's type.
  std::size_t name_of(std::size_t panel, traces::TypeId type) const {
    return names_of_types_[panel][type.value()];
  }
  /// What a category of the level of detail is drawn in.
  const std::array<traces::Colour, 256>& of_categories(std::size_t panel) const { return categories_[panel]; }

 private:
  std::vector<std::string> names_;
  std::vector<std::vector<std::size_t>> names_of_types_;
  std::vector<std::array<traces::Colour, 256>> categories_;
};

}  // namespace gusset::viewer
