#include "gusset/viewer/model/state/tour.hpp"

namespace gusset::viewer {

const std::vector<TourStep>& tour_steps() {
  using Part = TourStep::Part;
  static const std::vector<TourStep> steps{
      {Part::timeline, "A triangle is a task",
       "Each row is a worker; time runs to the right. A triangle's base is where its task begins, its tip "
       "where it ends. Blank space is idle time.",
       "fit"},
      {Part::timeline, "Zoom and pan",
       "W zooms in, S out, A and D pan; the wheel zooms at the pointer. 0 shows everything again.", ""},
      {Part::overview, "Overview",
       "The strip below always shows the whole trace. Drag in it to move the view.", ""},
      {Part::details, "Click a task",
       "Details shows its times, its data, and what it waited for. The arrow keys go to other tasks.",
       "next task"},
      {Part::details, "Why not earlier?",
       "The button Why not earlier? (Y) says what the selected task waited for and draws the causal chain. [ "
       "goes to the predecessor that ended last, ] to a successor.",
       "successor"},
      {Part::legend, "What the colours mean",
       "Task types with their counts and shares. A click hides a type, a double click shows only that type.",
       ""},
      {Part::verdict, "The verdict",
       "What costs the most time. A link selects what a sentence is about; ⋯ opens the "
       "panel that shows more.",
       ""},
      {Part::play, "Play",
       "P plays the run, N goes to the next event. The player shows what each worker does and which tasks "
       "are ready.",
       ""},
      {Part::what_if, "What if?",
       "Other numbers of workers, another policy, faster kernels: the predicted schedule appears below the "
       "trace.",
       ""},
      {Part::menus, "Build a graph",
       "File, New graph (Ctrl+N): add tasks, drag dependencies between them, and see the schedule at once.",
       ""},
      {Part::menus, "Lessons", "Help, Lessons: small graphs with a question each. Q shows the answer.", ""},
      {Part::menus, "Export and everything else",
       "File exports the picture as shown (Ctrl+E), a report for others, and tables. Ctrl+Shift+P finds any "
       "command, and ? shows all keys.",
       ""},
  };
  return steps;
}

}  // namespace gusset::viewer
