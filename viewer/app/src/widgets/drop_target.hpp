#pragma once
#include <QWidget>
#include <filesystem>
#include <functional>
#include <vector>

namespace gusset::viewer {

/// Accepts files dropped anywhere in a window. During a drag, a hint over `area` says what will happen. `add`
/// opens the files below the open traces, for comparison.
void accept_drops(QWidget& window, QWidget& area,
                  std::function<void(std::vector<std::filesystem::path> paths, bool add)> dropped);

}  // namespace gusset::viewer
