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

/// By what a picture tells tasks apart.
enum class ColourKey : std::uint8_t {
  type,       ///< the task's type
  node,       ///< where it first ran
  level,      ///< 1 for tasks without a parent
  duration,   ///< exclusive, in relation to the median of its type: outliers stand out
  slack,      ///< by how much it could have ended later without a longer bound, as a share of the bound
  waiting,    ///< what it waited for longest after its predecessors had completed
  attribute,  ///< what the program said of it: an iteration, a step
};
struct ColourBy {
  ColourKey key = ColourKey::type;
  std::string attribute;  ///< its name, of ColourKey::attribute
  friend bool operator==(const ColourBy&, const ColourBy&) = default;
};

/// What a trace can be coloured by, as parse_colour_by reads it: the keys whose facts it has, then its
/// attributes, those named like a key as "attribute:NAME".
std::vector<std::string> colour_keys(const Trace& trace);
/// Fails where the text is none of them, and lists them.
Result<ColourBy> parse_colour_by(const Trace& trace, std::string_view text);
/// The text that parse_colour_by reads.
std::string to_text(const ColourBy& by);

/// Puts tasks into categories, each of which has one colour. Immutable.
class Colouring {
 public:
  struct Category {
    std::string name;
    std::optional<Colour> colour;  ///< none: one for each name, over all traces of a picture
    friend bool operator==(const Category&, const Category&) = default;
  };
  static constexpr std::size_t most_categories = 255;

  /// `of_tasks` has one of `categories` for each task.
  Colouring(std::string title, std::vector<Category> categories, std::vector<std::uint8_t> of_tasks)
      : title_(std::move(title)), categories_(std::move(categories)), of_tasks_(std::move(of_tasks)) {}

  /// What the categories are of: "level", "step".
  const std::string& title() const { return title_; }
  const std::vector<Category>& categories() const { return categories_; }
  std::uint8_t category(TaskId task) const { return of_tasks_[task.value()]; }

 private:
  std::string title_;
  std::vector<Category> categories_;
  std::vector<std::uint8_t> of_tasks_;
};

/// Null for types, which need no table. Up to 16 whole numbers of an attribute have a colour each; where they
/// are more, those of one remainder by 16 share one. Other numbers are told apart by a scale of eight; texts
/// and node names beyond 254 share one.
/// Otherwise linear, but for medians and the critical path. `by` must be possible for the trace.
std::shared_ptr<const Colouring> make_colouring(const Trace& trace, const ColourBy& by);

}  // namespace gusset::traces
