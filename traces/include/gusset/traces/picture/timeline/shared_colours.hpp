#pragma once
#include <span>
#include <string>

#include "gusset/traces/picture/canvas/palette.hpp"

namespace gusset::traces {

/// Of the colours of all types that a picture shows: "16 colours for 25 types: some share one", where the
/// palette did not do; empty where they all differ. `noun`: what has the colours, one of them.
std::string shared_colours_text(std::span<const Colour> colours, const std::string& noun = "type");

}  // namespace gusset::traces
