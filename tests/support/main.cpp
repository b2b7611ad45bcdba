#include <gmock/gmock.h>

#include "scratch_folder.hpp"

int main(int argc, char** argv) {
  ::testing::InitGoogleMock(&argc, argv);
  const gusset::testing::ScratchFolder folder;
  return RUN_ALL_TESTS();
}
