// The skeleton of another code: a conjugate gradient solver on slabs of a cube. It has the code's tasks,
// their work and the sizes of the data that they share, but no kernels. That is enough to predict the code's
// time on any machine (docs/skeleton.md).
#include <cstdio>

#include "common/arguments.hpp"
#include "gusset/core/annotation.hpp"
#include "gusset/core/runtime.hpp"

int run(std::size_t size, std::size_t slabs, std::size_t iterations) {
  gusset::Runtime runtime;
  const std::size_t face = size * size, points = face * size / slabs;
  std::vector<gusset::Handle> slab, faces, part;
  for (std::size_t s = 0; s < slabs; ++s) {
    const gusset::NodeId node(static_cast<std::uint32_t>(s * runtime.grid().nodes() / slabs));
    slab.push_back(runtime.handle("slab " + std::to_string(s), 5 * 8 * points, node));
    faces.push_back(runtime.handle("faces " + std::to_string(s), 2 * 8 * face, node));
    part.push_back(runtime.handle("part " + std::to_string(s), 8, node));
  }
  const gusset::Handle sum = runtime.handle("sum", 8);
  const auto no_kernel = [] {};
  const gusset::TaskType multiply("multiply"), reduce("reduce"), update("update");
  for (std::size_t i = 0; i < iterations; ++i) {
    const gusset::Annotation iteration("iteration", static_cast<std::int64_t>(i));
    std::vector<gusset::Access<gusset::NoContents>> parts;
    for (std::size_t s = 0; s < slabs; ++s) {
      std::vector<gusset::Access<gusset::NoContents>> neighbour_faces;
      if (s > 0) neighbour_faces.push_back(read(faces[s - 1]));
      if (s + 1 < slabs) neighbour_faces.push_back(read(faces[s + 1]));
      const auto flops = 16.0 * static_cast<double>(points);
      runtime.submit(multiply(flops), no_kernel, neighbour_faces, write(slab[s]), write(part[s]));
      parts.push_back(read(part[s]));
    }
    runtime.submit(reduce(static_cast<double>(slabs)), no_kernel, parts, write(sum));
    for (std::size_t s = 0; s < slabs; ++s) {
      const auto flops = 10.0 * static_cast<double>(points);
      runtime.submit(update(flops), no_kernel, read(sum), write(slab[s]), write(faces[s]));
    }
  }
  runtime.wait();
  if (runtime.has_data()) std::puts("skeleton: nothing was computed; gusset simulate predicts the time");
  return 0;
}

int main(int argc, char** argv) {
  std::size_t size = 512, slabs = 64, iterations = 20;
  CLI::App app("Submits the tasks of a conjugate gradient solver, without kernels.", "skeleton");
  examples::add_number(app, "--size", size, 1, 100'000, "Points along an edge of the cube");
  examples::add_number(app, "--slabs", slabs, 1, 100'000, "Slabs that the cube is cut into");
  examples::add_number(app, "--iterations", iterations, 1, 1'000'000, "Iterations of the solver");
  return examples::run_program(app, argc, argv, [&] {
    examples::require_fit({slabs}, size, "--size", "--slabs");
    return run(size, slabs, iterations);
  });
}
