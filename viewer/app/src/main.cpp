#include "gusset/viewer/app/run.hpp"

int main(int argc, char** argv) {
  return gusset::viewer::run(argc, argv);
}
