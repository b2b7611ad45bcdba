#pragma once
// OpenGL's own functions, from libOpenGL (GLVND): no loader.
#define GL_GLEXT_PROTOTYPES 1
#include <GL/glcorearb.h>
