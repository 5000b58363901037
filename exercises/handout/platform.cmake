# ZEROLAB_PLATFORM: what the compiled core is for, as "debian 12, x86_64, GNU 12". Where it is the same,
# so are the versions of all libraries, which are the distribution's.
# ZEROLAB_EXERCISE_PLATFORM: what compiled exercises are for, as "Linux, x86_64, GNU". They use no library
# but libstdc++, whose interface has been the same for long, and call what is compiled beside them.
cmake_host_system_information(RESULT system QUERY DISTRIB_ID DISTRIB_VERSION_ID)
string(REPLACE ";" " " system "${system}")
string(REGEX MATCH "^[0-9]+" compiler_version "${CMAKE_CXX_COMPILER_VERSION}")
set(ZEROLAB_PLATFORM
  "${system}, ${CMAKE_SYSTEM_PROCESSOR}, ${CMAKE_CXX_COMPILER_ID} ${compiler_version}")
set(ZEROLAB_EXERCISE_PLATFORM
  "${CMAKE_SYSTEM_NAME}, ${CMAKE_SYSTEM_PROCESSOR}, ${CMAKE_CXX_COMPILER_ID}")
