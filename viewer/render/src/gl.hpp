#pragma once
// Declares OpenGL's functions from libOpenGL (GLVND), which needs no loader.
#define GL_GLEXT_PROTOTYPES 1
#include <GL/glcorearb.h>
