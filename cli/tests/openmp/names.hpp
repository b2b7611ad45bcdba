// A function that is inlined into the tasks of names.cpp.
#pragma once

extern volatile double sink;

inline void spin(int count) {
  for (int i = 0; i < count; ++i) sink = sink + i;
}
