#pragma once
// Everything in this library that programs can use. Most programs need none of it: they only link
// gusset::cluster.
#include "gusset/cluster/use_communicator.hpp"
