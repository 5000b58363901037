// Table 1 of the ZeRO paper (Rajbhandari et al., "ZeRO: Memory Optimizations Toward Training
// Trillion Parameter Models", arXiv 1910.02054): GB (10^9 bytes) of model state per device in mixed
// precision. Computed from the formulas, beside the cells as they are printed.
//
// The printed cells follow the formulas to every digit, but not by one rule: those of the 7.5B
// model are rounded, the others cut off. Rounded, 4187.5 would be 4188: the paper has 4187.
#pragma once

#include <string>

#include "core/cli/json_output.hpp"

namespace zerolab {

// Whether every printed cell is the formula's value, rounded or cut off.
bool table1_agrees();

std::string table1_text();

// "cells": one object for each model, world size and stage.
Json table1_json();

}  // namespace zerolab
