#include "gusset/viewer/model/explain/next_panel.hpp"

#include <gtest/gtest.h>

namespace gusset::viewer {
namespace {

using PanelKind = NextPanel::Kind;

TEST(NextPanel, CommandsHaveTheirPanels) {
  EXPECT_EQ(next_panel("gusset idle run.gus"), (NextPanel{PanelKind::idle, {}, {}}));
  EXPECT_EQ(next_panel("gusset critical-path 'my run.gus'"), (NextPanel{PanelKind::critical_path, {}, {}}));
  EXPECT_EQ(next_panel("gusset stats run.gus"), (NextPanel{PanelKind::statistics, {}, {}}));
  EXPECT_EQ(next_panel("gusset stats --by worker run.gus"), (NextPanel{PanelKind::statistics, "worker", {}}));
  EXPECT_EQ(next_panel("gusset why 'my run.gus' 12"), (NextPanel{PanelKind::why, {}, traces::TaskId(12u)}));
  EXPECT_EQ(next_panel("gusset compare a.gus b.gus")->kind, PanelKind::compare);
  EXPECT_EQ(next_panel("gusset schedule a.gus")->kind, PanelKind::schedule);
  EXPECT_EQ(next_panel("gusset speedup a.gus")->kind, PanelKind::speedup);
}

TEST(NextPanel, OtherCommandsHaveNone) {
  for (const char* command :
       {"", "gusset", "gusset info run.gus", "gusset why run.gus", "other idle run.gus"})
    EXPECT_FALSE(next_panel(command)) << command;
}

TEST(NextPanel, MenuTextsNameWhatIsShown) {
  EXPECT_EQ(menu_text(*next_panel("gusset idle run.gus")), "Show idle time");
  EXPECT_EQ(menu_text(*next_panel("gusset why run.gus 3")), "Show why task 3 did not start earlier");
  EXPECT_EQ(menu_text(*next_panel("gusset stats --by node run.gus")), "Show statistics by node");
}

}  // namespace
}  // namespace gusset::viewer
