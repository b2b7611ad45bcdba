#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/picture/canvas/palette.hpp"

namespace gusset::traces {

/// What the colour of a task shows.
enum class ColourKey : std::uint8_t {
  type,       ///< task type
  node,       ///< node where the task first ran
  level,      ///< nesting level; 1 for tasks without a parent
  duration,   ///< exclusive duration relative to the median of its type: shows outliers
  slack,      ///< how much later it could have ended without raising the bound, as a share of the bound
  waiting,    ///< what it waited for longest after its predecessors completed
  attribute,  ///< an attribute from the program: an iteration, a step
};
struct ColourBy {
  ColourKey key = ColourKey::type;
  std::string attribute;  ///< attribute name, for ColourKey::attribute
  friend bool operator==(const ColourBy&, const ColourBy&) = default;
};

/// Lists the colour keys of a trace, in the form of parse_colour_by: the keys whose facts the trace has, then
/// its attributes. An attribute named like a key appears as "attribute:NAME".
std::vector<std::string> colour_keys(const Trace& trace);
/// Parses a colour key. Fails if the text is not one of colour_keys; the error lists them.
Result<ColourBy> parse_colour_by(const Trace& trace, std::string_view text);
/// Writes a key in the form of parse_colour_by.
std::string to_text(const ColourBy& by);

/// Assigns tasks to categories; each category has one colour. Immutable.
class Colouring {
 public:
  struct Category {
    std::string name;
    std::optional<Colour> colour;  ///< if empty, the name determines the colour, over all traces of a picture
    friend bool operator==(const Category&, const Category&) = default;
  };
  static constexpr std::size_t max_categories = 255;

  /// `of_tasks` has an index into `categories` for each task.
  Colouring(std::string title, std::vector<Category> categories, std::vector<std::uint8_t> of_tasks)
      : title_(std::move(title)), categories_(std::move(categories)), of_tasks_(std::move(of_tasks)) {}

  /// What the categories are: "level", "step".
  const std::string& title() const { return title_; }
  const std::vector<Category>& categories() const { return categories_; }
  std::uint8_t category(TaskId task) const { return of_tasks_[task.value()]; }

 private:
  std::string title_;
  std::vector<Category> categories_;
  std::vector<std::uint8_t> of_tasks_;
};

/// Makes a colouring. Returns null for types, which need no table. Up to 16 whole numbers of an attribute
/// have a colour each; with more, numbers with the same remainder modulo 16 share one. Other numbers fall
/// into a scale of eight. Text values and node names beyond the first 253 share a category. Time is linear
/// except for medians and the critical path. The trace must support `by`.
std::shared_ptr<const Colouring> make_colouring(const Trace& trace, const ColourBy& by);

}  // namespace gusset::traces
