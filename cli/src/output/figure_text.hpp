#pragma once
#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/picture/timeline/colouring.hpp"

namespace gusset::cli {

/// Adds --size to a command that draws. `otherwise` describes the size without the option.
void add_size_option(CLI::App& command, std::string& size, const std::string& otherwise = "1600 pixels wide");

/// The figure options for the value of --size; the default options if it is empty. Throws Failure that names
/// the command.
paper::FigureOptions figure_options_of(const std::string& command, const std::string& size);

/// The colouring that `text`, the value of --colour, requests for the trace in the file `path`. Null if
/// `text` is empty or requests types. Throws Failure.
std::shared_ptr<const traces::Colouring> colouring_of(const traces::Trace& trace, const std::string& path,
                                                      const std::string& text);

inline constexpr const char* colour_help =
    "Colour tasks by type (default), node, level, duration (outliers), slack, waiting (its\n"
    "cause) or an attribute's name";

}  // namespace gusset::cli
