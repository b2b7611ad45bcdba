#pragma once
#include "event_file_reader.hpp"
#include "gusset/traces/model/metadata.hpp"

namespace gusset::ompt {

/// Adds where the trace of a process of this machine comes from: command, host, processor, date, and the
/// runtime. Where the program was built for GCC's libgomp, which is then loaded too but
/// not used, `runtime` and a note say that it was replaced.
void add_provenance(traces::Metadata& metadata, const ProcessRecording& process);

}  // namespace gusset::ompt
