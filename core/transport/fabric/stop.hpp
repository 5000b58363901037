// Why a run on the fabric ends before all of its ranks have: thrown where it is found, caught once,
// in the parent's loop.
#pragma once

#include <string>

#include "core/base/error.hpp"
#include "core/transport/fabric/fabric.hpp"

namespace zerolab {

class FabricStop : public Error {
 public:
  // `culprit` is the rank that the text is about; -1: none in particular.
  FabricStop(FabricEnding ending, int culprit, const std::string& detail,
             ErrorKind kind = ErrorKind::failure)
      : Error(kind, detail), ending_(ending), culprit_(culprit) {}

  FabricEnding ending() const { return ending_; }
  int culprit() const { return culprit_; }

 private:
  FabricEnding ending_;
  int culprit_;
};

}  // namespace zerolab
