#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "dependencies.hpp"

namespace gusset::architecture {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A folder that goes with the test.
class Tree {
 public:
  Tree() : root_(fs::path(::testing::TempDir()) / "architecture") { fs::remove_all(root_); }
  ~Tree() { fs::remove_all(root_); }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }
  const fs::path& root() const { return root_; }

 private:
  fs::path root_;
};

TEST(Architecture, EveryIncludeFollowsAnAllowedArrow) {
  EXPECT_THAT(violations(GUSSET_SOURCE_DIR), IsEmpty());
}

TEST(Architecture, CmakeHasTheSameArrows) {
  const auto arrows = arrows_in_cmake(fs::path(GUSSET_SOURCE_DIR) / "cmake/GussetModule.cmake");
  for (const auto& [name, module] : modules()) {
    if (name == "tests") continue;  // links what it checks
    ASSERT_TRUE(arrows.contains(name)) << name;
    EXPECT_EQ(arrows.at(name), module.may_use) << name;
  }
}

TEST(Architecture, AnArrowAgainstTheDesignIsNamed) {
  Tree tree;
  tree.write("core/include/gusset/core/task.hpp", "#pragma once\n");
  tree.write("traces/src/reader.cpp", "// first\n#include \"gusset/core/task.hpp\"\n");
  EXPECT_THAT(violations(tree.root()),
              ElementsAre("traces/src/reader.cpp:2: traces may not use core (gusset/core/task.hpp)"));
}

TEST(Architecture, AnAllowedArrowIsNotNamed) {
  Tree tree;
  tree.write("core/include/gusset/core/task.hpp", "#pragma once\n");
  tree.write("simulator/src/stream.cpp", "#include \"gusset/core/task.hpp\"\n");
  EXPECT_THAT(violations(tree.root()), IsEmpty());
}

TEST(Architecture, SimGridStaysInItsFolder) {
  Tree tree;
  tree.write("simulator/src/network/simgrid/network.cpp", "#include <simgrid/s4u.hpp>\n");
  tree.write("simulator/src/stream.cpp", "#include <simgrid/s4u.hpp>\n");
  EXPECT_THAT(violations(tree.root()),
              ElementsAre("simulator/src/stream.cpp:1: SimGrid outside of simulator/src/network/simgrid"));
}

TEST(Architecture, QuotesDoNotHideAnOutsideLibrary) {
  Tree tree;
  tree.write("traces/src/imgui_like.hpp", "\n");
  tree.write("traces/src/reader.cpp", "#include \"imgui_like.hpp\"\n#include \"imgui.h\"\n");
  EXPECT_THAT(violations(tree.root()),
              ElementsAre("traces/src/reader.cpp:2: traces may not use ImGui (imgui.h)"));
}

TEST(Architecture, AnOutsideLibraryInTheWrongModuleIsNamed) {
  Tree tree;
  tree.write("viewer/model/src/view.cpp", "#include <QWidget>\n");
  EXPECT_THAT(violations(tree.root()),
              ElementsAre("viewer/model/src/view.cpp:1: viewer_model may not use Qt (QWidget)"));
}

TEST(Architecture, AFileOutsideOfAllModulesIsNamed) {
  Tree tree;
  tree.write("helpers/odd.cpp", "\n");
  EXPECT_THAT(violations(tree.root()), ElementsAre("helpers/odd.cpp: in no module"));
}

}  // namespace
}  // namespace gusset::architecture
