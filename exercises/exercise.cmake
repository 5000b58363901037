# The visible test of an exercise as a program.
#
# zerolab_exercise(03 reduce_scatter CALLS 01): target and program bin/exercise_03, from the student's
# exercises/03-reduce_scatter/reduce_scatter.cpp. After an edit only that file is compiled. CALLS are
# the earlier exercises that it may call: their correct versions are linked (reference/). Nothing where
# this copy lacks the exercise.
#
# zerolab_exercise_variant(target 03 file.cpp): the same program from another answer, for tests.

# What the student's file is compiled with: warnings help, but must not keep it from being tested;
# some are a matter of taste. Linked after zerolab_options, so that it has the last word.
add_library(zerolab_student_options INTERFACE)
target_compile_options(zerolab_student_options INTERFACE
  -O1 -g -Wno-error -Wno-old-style-cast -Wno-shadow -Wno-switch-enum -Wno-sign-compare)

function(zerolab_exercise number name)
  cmake_parse_arguments(arg "" "" "CALLS" ${ARGN})
  set(folder ${CMAKE_SOURCE_DIR}/exercises/${number}-${name})
  if(NOT EXISTS ${folder}/visible_test.cpp)
    return()
  endif()
  add_library(zerolab_visible_${number} OBJECT
    ${CMAKE_SOURCE_DIR}/exercises/entry/${number}.cpp ${folder}/visible_test.cpp)
  target_link_libraries(zerolab_visible_${number} PUBLIC zerolab_check zerolab_plain_build)
  set_target_properties(zerolab_visible_${number} PROPERTIES EXERCISE_CALLS "${arg_CALLS}")
  zerolab_exercise_variant(exercise_${number} ${number} ${folder}/${name}.cpp)
  set_target_properties(exercise_${number} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
endfunction()

function(zerolab_exercise_variant target number source)
  add_executable(${target} ${source} $<TARGET_OBJECTS:zerolab_visible_${number}>)
  set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)  # messages name the student's file
  get_target_property(calls zerolab_visible_${number} EXERCISE_CALLS)
  set(earlier "")
  foreach(call ${calls})
    list(APPEND earlier zerolab_earlier_${call})
  endforeach()
  target_link_libraries(${target} PRIVATE
    zerolab_options zerolab_student_options ${earlier} zerolab_check)
endfunction()
