# undercroft_embed_sql(TARGET FOLDER): compiles FOLDER/NNN_name.sql into TARGET as schema_scripts[],
# sorted by number. Bytes, not string literals: a literal above 4095 characters is not portable.

function(undercroft_embed_sql target folder)
    file(GLOB scripts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.sql)
    if(NOT scripts)
        return()
    endif()
    list(SORT scripts)
    set(arrays "")
    set(rows "")
    foreach(script IN LISTS scripts)
        set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND
            PROPERTY CMAKE_CONFIGURE_DEPENDS ${script})
        get_filename_component(name ${script} NAME_WE)
        string(REGEX MATCH "^[0-9]+" number ${name})
        math(EXPR number "${number}")
        file(READ ${script} hex HEX)
        string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
        string(APPEND arrays "static const char script_${number}[] = {${bytes}0x00};\n")
        string(APPEND rows "    {${number}, \"${name}\", script_${number}},\n")
    endforeach()
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/schema_scripts.c CONTENT
"#include \"db/schema.h\"

@arrays@
const struct schema_script schema_scripts[] = {
@rows@};
const size_t schema_script_count = sizeof schema_scripts / sizeof schema_scripts[0];
" @ONLY)
    target_sources(${target} PRIVATE ${CMAKE_BINARY_DIR}/generated/schema_scripts.c)
endfunction()
