#pragma once
#include <CLI/CLI.hpp>
#include <string>

#include "gusset/figure/figure.hpp"

namespace gusset::cli {

/// Adds --size, of commands that draw.
void add_size_option(CLI::App* command, std::string& size);

/// The options that a --size stands for; the default for none. Throws Failure naming the command.
figure::FigureOptions figure_options_of(const std::string& command, const std::string& size);

}  // namespace gusset::cli
