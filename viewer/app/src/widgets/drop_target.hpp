#pragma once
#include <QWidget>
#include <filesystem>
#include <functional>
#include <vector>

namespace gusset::viewer {

/// Takes files that are dropped anywhere in a window. A hint over `area` says while they are dragged what
/// will happen; `add`: below what is open, for comparison.
void take_drops(QWidget& window, QWidget& area,
                std::function<void(std::vector<std::filesystem::path> paths, bool add)> dropped);

}  // namespace gusset::viewer
