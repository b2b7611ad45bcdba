// Every test program shares the precompiled headers that this file is compiled with.
