#include "gusset/viewer/model/state/tour.hpp"

namespace gusset::viewer {

const std::vector<TourStep>& tour_steps() {
  using Part = TourStep::Part;
  static const std::vector<TourStep> steps{
      {Part::timeline, "A triangle is a task",
       "Each row is a worker, and time runs to the right. A triangle's base stands where its task begins, "
       "its tip "
       "where it ends. Bare ground is idle time: nothing is ever hidden there.",
       "fit"},
      {Part::timeline, "Go closer",
       "W zooms in and S out, A and D move along; the wheel zooms at the pointer. Try it now. 0 shows all "
       "again.",
       ""},
      {Part::overview, "Where you are",
       "The strip below always shows the whole trace. Drag in it to move the view.", ""},
      {Part::details, "Click a task",
       "Details tell its times, what it read and wrote, and what it waited for. The first task is selected "
       "now; "
       "the arrow keys walk to others.",
       "next task"},
      {Part::details, "Why only now?",
       "A successor of it is selected now. The button Why only now? (Y) says what it waited for, and "
       "paints the chain of reasons. [ and ] walk it: to the predecessor that ended last, to a successor.",
       "successor"},
      {Part::legend, "What the colours mean",
       "Types of tasks with counts and shares. A click hides a type, a double click shows it alone.", ""},
      {Part::menus, "Everything else",
       "Ctrl+Shift+P finds any command by a few of its letters, and ? shows all keys. That is all: have fun.",
       ""},
  };
  return steps;
}

bool TourPlace::forward() {
  if (is_last()) return false;
  ++step_;
  return true;
}

void TourPlace::back() {
  if (step_ > 0) --step_;
}

}  // namespace gusset::viewer
