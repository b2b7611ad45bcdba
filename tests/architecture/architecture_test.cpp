#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "dependencies.hpp"

namespace gusset::architecture {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

/// A folder that is deleted when the test ends.
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

const fs::path source = GUSSET_SOURCE_DIR;

const Architecture& architecture() {
  static const Architecture table = read_architecture(source / "cmake/Architecture.cmake");
  return table;
}

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Architecture, EveryIncludeIsAllowed) {
  EXPECT_THAT(violations(source, architecture()), IsEmpty());
}

TEST(Architecture, TableDescribesEveryModule) {
  ASSERT_TRUE(architecture().contains("simulator"));
  const Module& simulator = architecture().at("simulator");
  EXPECT_EQ(simulator.folder, "simulator");
  EXPECT_THAT(simulator.may_use, ElementsAre("base", "core", "core_tracing", "traces"));
  EXPECT_THAT(simulator.libraries, ElementsAre("SimGrid", "hwloc"));
  EXPECT_THAT(simulator.layers, ElementsAre("costs", "platform", "stream", "network", "schedule", "predict"));
  for (const auto& [name, module] : architecture()) {
    EXPECT_TRUE(fs::is_directory(source / module.folder)) << name;
    for (const std::string& layer : module.layers)
      EXPECT_TRUE(fs::is_directory(source / module.folder / "src" / layer)) << name << ": " << layer;
    for (const std::string& used : module.may_use) EXPECT_TRUE(architecture().contains(used)) << used;
  }
}

TEST(Architecture, PictureMatchesTheTable) {
  const fs::path drawn = fs::path(::testing::TempDir()) / "architecture.dot";
  const std::string command = std::string(GUSSET_CMAKE) + " -DOUTPUT=" + drawn.string() + " -P " +
                              (source / "cmake/DrawArchitecture.cmake").string();
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(text_of(drawn), text_of(source / "docs/architecture.dot"))
      << "redraw it: see cmake/DrawArchitecture.cmake";
}

TEST(Architecture, ForbiddenModuleIsReported) {
  Tree tree;
  tree.write("core/include/gusset/core/task.hpp", "#pragma once\n");
  tree.write("traces/src/reader.cpp", "// first\n#include \"gusset/core/task.hpp\"\n");
  EXPECT_THAT(violations(tree.root(), architecture()),
              ElementsAre("traces/src/reader.cpp:2: traces may not use core (gusset/core/task.hpp)"));
}

TEST(Architecture, AllowedModuleIsNotReported) {
  Tree tree;
  tree.write("core/include/gusset/core/task.hpp", "#pragma once\n");
  tree.write("simulator/src/stream.cpp", "#include \"gusset/core/task.hpp\"\n");
  EXPECT_THAT(violations(tree.root(), architecture()), IsEmpty());
}

TEST(Architecture, IncludeOfALaterLayerIsReported) {
  Tree tree;
  tree.write("traces/include/gusset/traces/model/trace.hpp", "#include \"gusset/traces/gus/gus.hpp\"\n");
  tree.write("traces/include/gusset/traces/gus/gus.hpp", "#include \"gusset/traces/model/trace.hpp\"\n");
  tree.write("traces/src/gus/tables.hpp", "\n");
  tree.write("traces/src/model/deep/nesting.cpp", "#include \"gus/tables.hpp\"\n");
  EXPECT_THAT(violations(tree.root(), architecture()),
              UnorderedElementsAre(
                  "traces/include/gusset/traces/model/trace.hpp:1: layer model may not use gus "
                  "(gusset/traces/gus/gus.hpp)",
                  "traces/src/model/deep/nesting.cpp:1: layer model may not use gus (gus/tables.hpp)"));
}

TEST(Architecture, FolderWithTooManyFilesIsReported) {
  Tree tree;
  for (int i = 0; i < 41; ++i) {
    tree.write("traces/src/model/f" + std::to_string(i) + ".cpp", "\n");
    tree.write("traces/tests/f" + std::to_string(i) + ".cpp", "\n");
  }
  EXPECT_THAT(violations(tree.root(), architecture()),
              ElementsAre("traces/src/model: expected at most 40 files, found 41"));
}

TEST(Architecture, SimGridStaysInItsFolder) {
  Tree tree;
  tree.write("simulator/src/network/simgrid/network.cpp", "#include <simgrid/s4u.hpp>\n");
  tree.write("simulator/src/stream.cpp", "#include <simgrid/s4u.hpp>\n");
  EXPECT_THAT(violations(tree.root(), architecture()),
              ElementsAre("simulator/src/stream.cpp:1: SimGrid outside a folder named simgrid"));
}

TEST(Architecture, QuotedIncludeOfARestrictedLibraryIsReported) {
  Tree tree;
  tree.write("traces/src/imgui_like.hpp", "\n");
  tree.write("traces/src/reader.cpp", "#include \"imgui_like.hpp\"\n#include \"imgui.h\"\n");
  EXPECT_THAT(violations(tree.root(), architecture()),
              ElementsAre("traces/src/reader.cpp:2: traces may not use ImGui (imgui.h)"));
}

TEST(Architecture, RestrictedLibraryInTheWrongModuleIsReported) {
  Tree tree;
  tree.write("viewer/model/src/view.cpp", "#include <QWidget>\n");
  EXPECT_THAT(violations(tree.root(), architecture()),
              ElementsAre("viewer/model/src/view.cpp:1: viewer_model may not use Qt (QWidget)"));
}

TEST(Architecture, FileOutsideAllModulesIsReported) {
  Tree tree;
  tree.write("helpers/odd.cpp", "\n");
  EXPECT_THAT(violations(tree.root(), architecture()), ElementsAre("helpers/odd.cpp: belongs to no module"));
}

}  // namespace
}  // namespace gusset::architecture
