#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/picture/timeline/palette.hpp"
#include "gusset/viewer/model/document/loaded_trace.hpp"

namespace gusset::viewer {

/// The colours of what tasks are told apart by: their types, or the categories of the traces' colourings. One
/// colour per *name* over all open traces, so that a kernel looks alike in the measured and the predicted
/// one. Names are numbered in the order in which the traces have them; their colours are as
/// traces::palette_places says.
class CategoryColours {
 public:
  CategoryColours() = default;
  /// Of traces of that appearance, whose own colours go before those of the palette.
  explicit CategoryColours(const std::vector<std::shared_ptr<const LoadedTrace>>& loaded,
                           const Appearance& appearance = {});

  /// All names, each once.
  const std::vector<std::string>& names() const { return names_; }
  /// The colour of a name's number.
  traces::Colour colour(std::size_t name) const { return colours_[name]; }
  /// The number of the name of each trace's type, or of its colouring's category.
  std::size_t name_of(std::size_t panel, std::size_t category) const {
    return names_of_categories_[panel][category];
  }
  /// Types or categories of a trace.
  std::size_t count(std::size_t panel) const { return names_of_categories_[panel].size(); }
  /// What a category of the level of detail is drawn in.
  const std::array<traces::Colour, 256>& of_categories(std::size_t panel) const { return categories_[panel]; }

 private:
  /// The colours of names: `given` by colourings, else of the palette by how long types were busy.
  void choose(const std::vector<std::optional<traces::Colour>>& given,
              const std::vector<std::int64_t>& busy_ns, const Appearance& appearance);

  std::vector<std::string> names_;
  std::vector<traces::Colour> colours_;
  std::vector<std::vector<std::size_t>> names_of_categories_;
  std::vector<std::array<traces::Colour, 256>> categories_;
};

}  // namespace gusset::viewer
