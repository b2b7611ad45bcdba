// Explicit multi-buffering (SuperGlue, Tillenius 2015, section 4.4). A task produces each frame and another
// looks at it. With one buffer, a frame waits until its predecessor has been looked at. With several buffers,
// used round-robin, it is written in the meantime. The argument is their number; default 2.
//
//     1 buffer   produce look produce look …       2 buffers  produce produce produce …
//                                                                     look    look    …
#include <cstddef>
#include <iostream>
#include <string>

#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"

int main(int argc, char** argv) {
  using Matrix = gusset::TiledMatrix<double>;
  using Tile = gusset::Tile<double>;
  constexpr std::size_t frames = 8;
  constexpr std::size_t pixels = 1000;

  const std::string argument = argc > 1 ? argv[1] : "2";
  if (argument.size() != 1 || argument[0] < '1' || argument[0] > '9') {
    std::cerr << "multi_buffering: expected a number of buffers from 1 to 9, found \"" << argument << "\"\n";
    return 2;
  }
  const auto buffers = static_cast<std::size_t>(argument[0] - '0');

  gusset::Runtime runtime;
  const Matrix buffer = Matrix::full(runtime, "buffer", pixels, buffers, 1, buffers);
  const Matrix brightness = Matrix::full(runtime, "brightness", 1, frames, 1, frames);
  Matrix camera = Matrix::full(runtime, "camera", 1, 1, 1, 1);
  camera.init([](std::size_t, std::size_t, Tile number, std::size_t, std::size_t) { number(0, 0) = 0.0; });

  const gusset::TaskType produce("produce");
  const gusset::TaskType look("look");
  for (std::size_t frame = 0; frame < frames; ++frame) {
    const auto slot = buffer(0, frame % buffers);
    runtime.submit(
        produce(1.0),
        [](Tile state, Tile pixel) {
          state(0, 0) += 1.0;
          for (std::size_t i = 0; i < pixel.rows; ++i) pixel(i, 0) = state(0, 0);
        },
        write(camera(0, 0)), write(slot));
    runtime.submit(
        look(1.0),
        [](gusset::Tile<const double> pixel, Tile sum) {
          sum(0, 0) = 0.0;
          for (std::size_t i = 0; i < pixel.rows; ++i) sum(0, 0) += pixel(i, 0);
        },
        read(slot), write(brightness(0, frame)));
  }
  runtime.wait();
  if (!runtime.has_data()) return 0;
  for (std::size_t frame = 0; frame < frames; ++frame)
    std::cout << "frame " << frame << ": brightness " << brightness.element(0, frame) << '\n';
}
