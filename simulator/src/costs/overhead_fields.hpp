#pragma once
#include <array>
#include <utility>

#include "gusset/simulator/costs/overheads.hpp"

namespace gusset::simulator {

/// The members of Overheads and their names in documents.
inline constexpr std::array<std::pair<const char*, double Overheads::*>, 5> overhead_fields{
    {{"submit_s", &Overheads::submit_s},
     {"skip_s", &Overheads::skip_s},
     {"schedule_s", &Overheads::schedule_s},
     {"steal_s", &Overheads::steal_s},
     {"message_s", &Overheads::message_s}}};

}  // namespace gusset::simulator
