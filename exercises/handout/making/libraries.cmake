# What a hand-out has in compiled form, put into <build>/handout/:
#
#   zerolab_handout_earlier   platform.txt, libearlier_NN.a per exercise that another one calls, and
#                             calls.txt, a line per exercise: its number and those that it calls
#   zerolab_handout_core      libzerolab.a as well: all modules of core, viz and exercises in one
#                             archive; libzerolab_viz.a, the visualizer's main; and targets.txt, the
#                             names of the modules
#
# Included when all targets are there.
set(handout_folder ${CMAKE_BINARY_DIR}/handout)
file(WRITE ${handout_folder}/platform.txt "${ZEROLAB_PLATFORM}\n${ZEROLAB_EXERCISE_PLATFORM}\n")

set(lines "")
set(called "")
foreach(number ${exercise_numbers})
  get_target_property(calls zerolab_visible_${number} EXERCISE_CALLS)
  list(APPEND called ${calls})
  string(REPLACE ";" " " line "${number};${calls}")
  string(APPEND lines "${line}\n")
endforeach()
file(WRITE ${handout_folder}/calls.txt "${lines}")
list(REMOVE_DUPLICATES called)

set(earlier_archives "")
foreach(number ${called})
  set(archive ${handout_folder}/libearlier_${number}.a)
  add_custom_command(OUTPUT ${archive}
    COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:zerolab_earlier_${number}> ${archive}
    DEPENDS zerolab_earlier_${number} VERBATIM)
  list(APPEND earlier_archives ${archive})
endforeach()
add_custom_target(zerolab_handout_earlier DEPENDS ${earlier_archives})

# Those of `folder` and of what is below it, but for what stays with the instructors and what knows
# where it lies.
function(zerolab_modules_in folder result)
  set(modules ${${result}})
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    get_target_property(type ${target} TYPE)
    if(type STREQUAL STATIC_LIBRARY AND NOT target MATCHES "^zerolab_(lessons|place)$")
      list(APPEND modules ${target})
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(below ${folders})
    if(NOT below MATCHES "/exercises/(grader|autograder|reference|handout/making)$")
      zerolab_modules_in(${below} modules)
    endif()
  endforeach()
  set(${result} ${modules} PARENT_SCOPE)
endfunction()

set(modules "")
zerolab_modules_in(${CMAKE_SOURCE_DIR}/core modules)
if(ZEROLAB_HAS_VIZ)
  zerolab_modules_in(${CMAKE_SOURCE_DIR}/viz modules)
endif()
zerolab_modules_in(${CMAKE_SOURCE_DIR}/exercises modules)
set(objects "")
foreach(module ${modules})
  list(APPEND objects $<TARGET_OBJECTS:${module}>)
endforeach()
add_library(zerolab_whole_core STATIC EXCLUDE_FROM_ALL ${objects})
set_target_properties(zerolab_whole_core PROPERTIES
  OUTPUT_NAME zerolab LINKER_LANGUAGE CXX ARCHIVE_OUTPUT_DIRECTORY ${handout_folder})
string(REPLACE ";" "\n" names "${modules}")
file(WRITE ${handout_folder}/targets.txt "${names}\n")
add_custom_target(zerolab_handout_core DEPENDS zerolab_handout_earlier zerolab_whole_core)
if(TARGET zerolab_viz)
  add_library(zerolab_viz_main STATIC EXCLUDE_FROM_ALL $<TARGET_OBJECTS:zerolab_viz>)
  set_target_properties(zerolab_viz_main PROPERTIES
    OUTPUT_NAME zerolab_viz LINKER_LANGUAGE CXX ARCHIVE_OUTPUT_DIRECTORY ${handout_folder})
  add_dependencies(zerolab_handout_core zerolab_viz_main)
endif()
