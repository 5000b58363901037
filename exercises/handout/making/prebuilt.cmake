# The core, the visualizer and what judges the exercises, as one library that the course compiled
# for platform.txt. It stands for all of the targets in targets.txt; the programs are linked with it
# here, together with the few files that know where they lie.
include(${CMAKE_SOURCE_DIR}/exercises/handout/platform.cmake)
file(STRINGS platform.txt compiled_for LIMIT_COUNT 1)
if(NOT compiled_for STREQUAL ZEROLAB_PLATFORM)
  message(FATAL_ERROR
    "The core of this hand-out is a library for ${compiled_for}, and this is ${ZEROLAB_PLATFORM}. "
    "Work on a machine of that kind, or ask your instructor for the hand-out with sources.")
endif()
if(ZEROLAB_SANITIZE)
  message(FATAL_ERROR
    "The core of this hand-out is a library without sanitizers: use the preset release.")
endif()

add_library(zerolab_prebuilt STATIC IMPORTED GLOBAL)
set_target_properties(zerolab_prebuilt PROPERTIES
  IMPORTED_LOCATION ${CMAKE_CURRENT_SOURCE_DIR}/libzerolab.a)
target_link_libraries(zerolab_prebuilt INTERFACE
  zerolab_options zerolab_place zerolab_lessons
  nlohmann_json::nlohmann_json simdjson::simdjson ZLIB::ZLIB CLI11::CLI11 ${CMAKE_DL_LIBS})
file(STRINGS targets.txt modules)
foreach(module ${modules})
  add_library(${module} INTERFACE)
  target_link_libraries(${module} INTERFACE zerolab_prebuilt)
endforeach()

add_library(zerolab_lessons STATIC ${CMAKE_SOURCE_DIR}/core/cli/lessons.cpp)
target_link_libraries(zerolab_lessons PUBLIC zerolab_options)
target_compile_definitions(zerolab_lessons PRIVATE ZEROLAB_LESSONS_DIR="${CMAKE_SOURCE_DIR}/lessons")

set(program_folder ${CMAKE_BINARY_DIR}/bin)
add_executable(zerolab_program ${CMAKE_SOURCE_DIR}/core/cli/main.cpp)
set_target_properties(zerolab_program PROPERTIES
  OUTPUT_NAME zerolab RUNTIME_OUTPUT_DIRECTORY ${program_folder})
target_link_libraries(zerolab_program PRIVATE zerolab_cli zerolab_plain_build)

# The visualizer's own files take longest to compile, so its main is in an archive as well.
set(viz_archive ${CMAKE_CURRENT_SOURCE_DIR}/libzerolab_viz.a)
if(ZEROLAB_HAS_VIZ AND EXISTS ${viz_archive})
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/viz.cpp "// Its main is in libzerolab_viz.a.\n")
  add_executable(zerolab_viz ${CMAKE_CURRENT_BINARY_DIR}/viz.cpp)
  set_target_properties(zerolab_viz PROPERTIES
    OUTPUT_NAME zerolab-viz RUNTIME_OUTPUT_DIRECTORY ${program_folder})
  target_link_libraries(zerolab_viz PRIVATE
    ${viz_archive} zerolab_app PkgConfig::IMGUI OpenGL::GL glfw zerolab_plain_build)
endif()
