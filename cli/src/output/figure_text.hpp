#pragma once
#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/picture/timeline/colouring.hpp"

namespace gusset::cli {

/// Adds --size, of commands that draw; `otherwise` says how large a picture is without it.
void add_size_option(CLI::App& command, std::string& size,
                     const std::string& otherwise = "as wide as a\nwindow");

/// The options that a --size stands for; the default for none. Throws Failure naming the command.
paper::FigureOptions figure_options_of(const std::string& command, const std::string& size);

/// What a --colour asks for, of the trace at that path; null for types, and for none. Throws Failure.
std::shared_ptr<const traces::Colouring> colouring_of(const traces::Trace& trace, const std::string& path,
                                                      const std::string& text);

/// The help of --colour.
inline constexpr const char* colour_help =
    "What tasks are coloured by: type (if not given), node, level, duration (outliers),\n"
    "slack, waiting (its cause), or an attribute's name";

}  // namespace gusset::cli
