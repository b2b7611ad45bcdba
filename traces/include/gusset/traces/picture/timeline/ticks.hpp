#pragma once

namespace gusset::picture {

/// The least of 1, 2 or 5 times a power of ten that is `least` (above 0) or more: the distance of ticks.
double round_step(double least);

}  // namespace gusset::picture
