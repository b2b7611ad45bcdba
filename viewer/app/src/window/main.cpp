#include "gusset/viewer/app/window/run.hpp"

int main(int argc, char** argv) {
  return gusset::viewer::run(argc, argv);
}
