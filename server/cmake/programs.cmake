# The programs that people install, with a manual page for each. The target `programs` builds these.

add_custom_target(programs)

# undercroft_program(TARGET): installs it and builds it with `programs`.
function(undercroft_program target)
    install(TARGETS ${target} RUNTIME)
    undercroft_whole_program(${target})
    add_dependencies(programs ${target})
endfunction()
