// Writes the graph of submitted tasks for Graphviz: `draw_graph | dot -Tsvg -o graph.svg`. Here no task has
// run yet, but a program may write the graph at any time. With the argument `data` it draws the versions of
// the data instead.
#include <iostream>
#include <string>

#include "gusset/core/runtime.hpp"

int main(int argc, char** argv) {
  const std::string kind = argc > 1 ? argv[1] : "tasks";
  if (kind != "tasks" && kind != "data") {
    std::cerr << "draw_graph: expected tasks or data, found \"" << kind << "\"\n";
    return 2;
  }
  gusset::Runtime runtime;
  runtime.log_graph();
  runtime.pause();
  const gusset::Handle x = runtime.handle("x");
  const gusset::Handle sum = runtime.handle("sum");
  const gusset::TaskType fill("fill");
  const gusset::TaskType add_up("add up");
  const gusset::TaskType print("print");
  runtime.submit(
      fill(1.0), [] {}, write(x));
  for (int part = 0; part < 2; ++part) {
    runtime.submit(
        add_up(1.0), [] {}, read(x), add(sum));
  }
  runtime.submit(
      print(1.0), [] {}, read(sum));
  runtime.write_dot(std::cout, kind == "data" ? gusset::GraphKind::data : gusset::GraphKind::tasks);
}
