# Warnings, sanitizers, hardening: one interface target that everything of ours links.

add_library(undercroft_flags INTERFACE)
target_include_directories(undercroft_flags INTERFACE
    ${CMAKE_SOURCE_DIR}/common ${CMAKE_SOURCE_DIR})
target_compile_definitions(undercroft_flags INTERFACE _POSIX_C_SOURCE=200809L)
target_compile_options(undercroft_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes
    -Wold-style-definition -Wmissing-prototypes -Wredundant-decls -Wnested-externs
    -Wwrite-strings -Wcast-qual -Wcast-align -Wpointer-arith -Wformat=2 -Wundef -Wvla
    -Wimplicit-fallthrough -Wdouble-promotion
    -fno-common
    # Position independent for the programs' sake, not to be replaced at run time: let it inline.
    -fno-semantic-interposition)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    target_compile_options(undercroft_flags INTERFACE
        -Wlogical-op -Wduplicated-cond -Wduplicated-branches -Wjump-misses-init
        -Wformat-signedness -Wstack-usage=65536)
    # No -ftrivial-auto-var-init: GCC 12 clears the padding of large structs at wrong places after
    # their initialisation, and members lose their values.
else()
    target_compile_options(undercroft_flags INTERFACE -Wcomma -Wassign-enum -Wunreachable-code)
endif()
if(UNDERCROFT_WERROR)
    target_compile_options(undercroft_flags INTERFACE -Werror)
endif()

if(UNDERCROFT_SANITIZE)
    # -O1 compiles a third faster. GCC knows less of values there, and takes formats for too long
    # that release builds see fit.
    string(REPLACE "-O2" "-O1" CMAKE_C_FLAGS_RELWITHDEBINFO "${CMAKE_C_FLAGS_RELWITHDEBINFO}")
    target_compile_options(undercroft_flags INTERFACE -Wno-format-truncation
        -fsanitize=${UNDERCROFT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(undercroft_flags INTERFACE -fsanitize=${UNDERCROFT_SANITIZE})
    # gold comes with binutils and links in two thirds of the time.
    find_program(LD_GOLD ld.gold)
    if(LD_GOLD AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
        target_link_options(undercroft_flags INTERFACE -fuse-ld=gold)
    endif()
elseif(NOT UNDERCROFT_COVERAGE)
    # Hardening wants an optimiser and dislikes instrumentation.
    target_compile_options(undercroft_flags INTERFACE
        -fstack-protector-strong -fstack-clash-protection
        $<$<CONFIG:Release,RelWithDebInfo>:-D_FORTIFY_SOURCE=2>)
    target_link_options(undercroft_flags INTERFACE
        -Wl,-z,relro,-z,now,-z,noexecstack,-z,separate-code)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
        target_compile_options(undercroft_flags INTERFACE -fcf-protection=full)
    endif()
endif()
if(UNDERCROFT_COVERAGE)
    target_compile_options(undercroft_flags INTERFACE --coverage -O0)
    target_link_options(undercroft_flags INTERFACE --coverage)
else()
    # A build has the same bytes in any folder; gcovr finds no file when paths are mapped.
    target_compile_options(undercroft_flags INTERFACE
        -ffile-prefix-map=${CMAKE_SOURCE_DIR}/=)
endif()

# A release is optimised as a whole program when it is linked. The objects hold code as well, so
# that tests, and what makes the manual pages, link without it and as fast as ever.
set(is_whole_program OFF)
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_C_COMPILER_ID STREQUAL "GNU" AND
        NOT UNDERCROFT_SANITIZE AND NOT UNDERCROFT_COVERAGE)
    include(CheckIPOSupported)
    check_ipo_supported(RESULT is_whole_program OUTPUT why_not LANGUAGES C)
    if(is_whole_program)
        target_compile_options(undercroft_flags INTERFACE -ffat-lto-objects)
        target_link_options(undercroft_flags INTERFACE
            $<$<NOT:$<BOOL:$<TARGET_PROPERTY:INTERPROCEDURAL_OPTIMIZATION>>>:-fno-lto>)
    else()
        message(STATUS "Programs are not optimised as a whole: ${why_not}")
    endif()
endif()

# undercroft_whole_program(TARGET): a library of such a program, or the program itself.
function(undercroft_whole_program target)
    set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION ${is_whole_program})
endfunction()

# undercroft_library(NAME FOLDER PUBLIC … PRIVATE …): a static library of every .c in FOLDER.
function(undercroft_library name folder)
    cmake_parse_arguments(LIB "" "" "PUBLIC;PRIVATE" ${ARGN})
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.c)
    if(NOT sources)
        add_library(${name} INTERFACE)
        return()
    endif()
    add_library(${name} STATIC ${sources})
    undercroft_whole_program(${name})
    target_link_libraries(${name} PUBLIC undercroft_flags ${LIB_PUBLIC} PRIVATE ${LIB_PRIVATE})
endfunction()
