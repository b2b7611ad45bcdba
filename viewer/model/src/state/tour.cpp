#include "gusset/viewer/model/state/tour.hpp"

namespace gusset::viewer {

const std::vector<TourStep>& tour_steps() {
  using Part = TourStep::Part;
  static const std::vector<TourStep> steps{
      {Part::timeline, "A triangle is a task",
       "Each row is a worker, and time runs to the right. A triangle's base is where its task begins, its "
       "tip where it ends. Blank space is idle time: nothing is ever hidden there.",
       "fit"},
      {Part::timeline, "Zoom and pan",
       "W zooms in, S zooms out, A and D pan; the wheel zooms at the pointer. Try it now. 0 shows everything "
       "again.",
       ""},
      {Part::overview, "Overview",
       "The strip below always shows the whole trace. Drag in it to move the view.", ""},
      {Part::details, "Click a task",
       "Details shows its times, what it read and wrote, and what it waited for. The first task is selected "
       "now; the arrow keys go to others.",
       "next task"},
      {Part::details, "Why not earlier?",
       "One of its successors is selected now. The button Why not earlier? (Y) says what it waited for and "
       "draws the causal chain. [ goes to the predecessor that ended last, ] to a successor.",
       "successor"},
      {Part::legend, "What the colours mean",
       "Task types with their counts and shares. A click hides a type, a double click shows only that type.",
       ""},
      {Part::verdict, "The verdict",
       "What costs the most time, most costly first. A link selects what a sentence is about; ⋯ opens the "
       "panel that shows more.",
       ""},
      {Part::what_if, "What if?",
       "Other numbers of workers, another policy, faster kernels: the predicted schedule appears below the "
       "trace.",
       ""},
      {Part::menus, "Export and everything else",
       "File exports the picture as shown (Ctrl+E), a report for others, and tables. Ctrl+Shift+P finds any "
       "command, and ? shows all keys.",
       ""},
  };
  return steps;
}

}  // namespace gusset::viewer
