#pragma once
// Everything that programs use of this library. Most programs need none of it: they only link
// gusset::cluster.
#include "gusset/cluster/use_communicator.hpp"
