// Stepping through a trace in a terminal, with the arrow keys.
#pragma once

#include "viz/app/controller.hpp"

namespace zerolab {

// Reads keys until q or the end of the input, and shows the text view after each. Where standard
// input is no terminal it prints every whole step, one after the other, and returns.
void run_terminal(Controller& controller);

}  // namespace zerolab
