#include "gusset/viewer/model/what_if/shown_results.hpp"

#include <algorithm>
#include <utility>

namespace gusset::viewer {
namespace {

using Traces = std::vector<std::shared_ptr<const LoadedTrace>>;

void show(Session& session, Traces all) {
  session.show(make_document(std::move(all), session.document()->appearance, session.document()->alignment),
               true);
}

}  // namespace

std::optional<std::size_t> panel_of(const Document& document, const std::filesystem::path& file) {
  for (std::size_t panel = 0; panel < document.traces.size() && !file.empty(); ++panel) {
    if (document.panel(panel).path == file) return panel;
  }
  return std::nullopt;
}

void show_result(Session& session, std::shared_ptr<const LoadedTrace> loaded, const Appearance& read_with,
                 const std::filesystem::path& replaced) {
  const Appearance& appearance = session.document()->appearance;
  if (read_with != appearance) loaded = with_appearance(*loaded, appearance, 1);
  Traces all = session.document()->traces;
  if (const auto panel = panel_of(*session.document(), replaced)) {
    all[*panel] = std::move(loaded);
  } else {
    all.push_back(std::move(loaded));
  }
  show(session, std::move(all));
}

void remove_results(Session& session, const std::vector<std::filesystem::path>& files) {
  const std::shared_ptr<const Document> document = session.document();
  Traces all = document->traces;
  std::erase_if(all, [&files](const auto& loaded) {
    return !loaded->path.empty() && std::ranges::count(files, loaded->path) > 0;
  });
  if (all.size() == document->traces.size()) return;
  // The selection refers to its panel by number, which may now be another panel.
  const std::optional<TaskReference> task = session.selection().state().task();
  if (task && (task->panel >= all.size() || all[task->panel] != document->traces[task->panel]))
    session.selection().clear_task(SelectionOrigin::command);
  show(session, std::move(all));
}

}  // namespace gusset::viewer
