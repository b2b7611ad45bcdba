// A plug-in of a version that does not exist.
#include "transport/plugin.hpp"

extern "C" const gusset::cluster::Plugin gusset_mpi_plugin;
const gusset::cluster::Plugin gusset_mpi_plugin{"99.1.0", nullptr};
