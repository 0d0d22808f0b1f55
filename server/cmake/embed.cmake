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

# undercroft_embed_web(TARGET FOLDER): compiles every file of the page below FOLDER into TARGET as
# web_assets[], each with its path from there.

function(undercroft_embed_web target folder)
    set(kinds html css js webmanifest svg png ico txt)
    list(TRANSFORM kinds PREPEND ${CMAKE_SOURCE_DIR}/${folder}/*. OUTPUT_VARIABLE patterns)
    file(GLOB_RECURSE assets CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/${folder} ${patterns})
    if(NOT assets)
        message(FATAL_ERROR "no file of the page is below ${CMAKE_SOURCE_DIR}/${folder}")
    endif()
    list(SORT assets)
    set(arrays "")
    set(rows "")
    set(number 0)
    foreach(asset IN LISTS assets)
        set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND
            PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/${asset})
        file(READ ${CMAKE_SOURCE_DIR}/${folder}/${asset} hex HEX)
        string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
        string(APPEND arrays "static const unsigned char asset_${number}[] = {${bytes}0x00};\n")
        string(APPEND rows
            "    {\"/${asset}\", asset_${number}, sizeof asset_${number} - 1},\n")
        math(EXPR number "${number} + 1")
    endforeach()
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/web_assets.c CONTENT
"#include \"server/net/web/files.h\"

@arrays@
const struct web_asset web_assets[] = {
@rows@};
const size_t web_asset_count = sizeof web_assets / sizeof web_assets[0];
" @ONLY)
    target_sources(${target} PRIVATE ${CMAKE_BINARY_DIR}/generated/web_assets.c)
    if(UNDERCROFT_WEB_DIR)
        target_compile_definitions(${target} PRIVATE UNDERCROFT_WEB_DIR="${UNDERCROFT_WEB_DIR}")
    endif()
endfunction()

# undercroft_embed_setpieces(TARGET FOLDER): compiles FOLDER/*.txt into TARGET as setpiece_texts[],
# sorted by name.
function(undercroft_embed_setpieces target folder)
    file(GLOB texts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.txt)
    list(SORT texts)
    set(arrays "")
    set(rows "")
    set(number 0)
    foreach(text IN LISTS texts)
        set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${text})
        get_filename_component(name ${text} NAME)
        file(READ ${text} hex HEX)
        string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
        string(APPEND arrays "static const char text_${number}[] = {${bytes}0x00};\n")
        string(APPEND rows "    {\"${name}\", text_${number}, sizeof text_${number} - 1},\n")
        math(EXPR number "${number} + 1")
    endforeach()
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/setpiece_texts.c CONTENT
"#include \"content/setpiece.h\"

@arrays@
const struct setpiece_text setpiece_texts[] = {
@rows@    {0},
};
" @ONLY)
    target_sources(${target} PRIVATE ${CMAKE_BINARY_DIR}/generated/setpiece_texts.c)
endfunction()
