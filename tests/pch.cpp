// Compiles tests/catch.hpp once for all test programs.
