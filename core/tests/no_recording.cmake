# Fails if a symbol of the library mentions recording, or if the library lacks the worker loop.
execute_process(COMMAND ${NM} -C ${LIBRARY} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
if(NOT symbols MATCHES "ThreadedEngine<gusset::detail::Plain>")
  message(FATAL_ERROR "${LIBRARY}: expected the worker loop, found none")
endif()
if(symbols MATCHES "[^\n]*[Rr]ecord[^\n]*")
  message(FATAL_ERROR "${LIBRARY}: expected no recording, found ${CMAKE_MATCH_0}")
endif()
