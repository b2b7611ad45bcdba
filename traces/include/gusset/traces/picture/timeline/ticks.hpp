#pragma once

namespace gusset::picture {

/// Returns a tick distance: the smallest of 1, 2 or 5 times a power of ten that is at least `least` > 0.
double round_step(double least);

}  // namespace gusset::picture
