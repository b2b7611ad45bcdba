#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace gusset::viewer {

/// One step of the tour: text beside a part of the window.
struct TourStep {
  enum class Part { timeline, overview, legend, details, verdict, play, what_if, menus };
  Part part = Part::timeline;
  std::string title;
  std::string text;
  std::string action;  ///< id of an action that the window runs when the step begins; empty: none
};

/// The steps of the one-minute tour, in order.
const std::vector<TourStep>& tour_steps();

/// The current position in the tour. A value.
class TourPosition {
 public:
  std::size_t step() const { return step_; }
  bool is_first() const { return step_ == 0; }
  bool is_last() const { return step_ + 1 == tour_steps().size(); }
  /// Goes to the next step. Returns false after the last step: the tour is over.
  bool forward() {
    if (is_last()) return false;
    ++step_;
    return true;
  }
  void back() {
    if (step_ > 0) --step_;
  }

 private:
  std::size_t step_ = 0;
};

}  // namespace gusset::viewer
