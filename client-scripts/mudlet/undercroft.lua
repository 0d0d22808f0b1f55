-- Shared by the other scripts: settings kept between runs, the list of packages to ask the server
-- for, events. Panels only repeat the text, which hides nothing, so that a player whose screen is
-- read aloud misses nothing.

undercroft = undercroft or {}
undercroft.handlers = undercroft.handlers or {}

-- Modules of GMCP. is_plain: useful without panels too.
undercroft.modules = {
    { name = "Char", is_plain = true },
    { name = "Room", is_plain = true },
    { name = "Dungeon", is_plain = false },
}

-- Mudlet's function, if this version of it has one; else one that does nothing.
function undercroft.optional(name)
    local found = _G[name]
    return type(found) == "function" and found or function() end
end

function undercroft.say(text)
    echo("\n" .. text .. "\n")
end

local function settings_file()
    return getMudletHomeDir() .. "/undercroft-settings.lua"
end

function undercroft.load_settings()
    local settings = {}
    if io.exists(settings_file()) then
        table.load(settings_file(), settings)
    else
        -- A player who has told Mudlet of a screen reader wants no panels.
        local is_told, is_read = pcall(undercroft.optional("getConfig"), "advertiseScreenReader")
        settings.is_plain = is_told and is_read == true
    end
    undercroft.settings = settings
end

function undercroft.set_plain(is_plain)
    undercroft.settings.is_plain = is_plain
    table.save(settings_file(), undercroft.settings)
    undercroft.ask()
    if is_plain then
        undercroft.hide_panels()
    else
        undercroft.show_panels()
    end
end

-- Asks the server for the modules. gmod counts them with those that other packages want, but tells
-- the server only once; so they are sent again in full, for a new connection to hear them.
function undercroft.ask()
    local wanted = {}
    for _, module in ipairs(undercroft.modules) do
        if module.is_plain or not undercroft.settings.is_plain then
            gmod.enableModule("Undercroft", module.name)
            wanted[#wanted + 1] = '"' .. module.name .. ' 1"'
        else
            gmod.disableModule("Undercroft", module.name)
        end
    end
    sendGMCP("Core.Supports.Add [" .. table.concat(wanted, ",") .. "]")
end

-- A name of many parts in the table that Mudlet fills from GMCP: nil unless all of it is there.
function undercroft.received(...)
    local value = gmcp
    for _, part in ipairs({ ... }) do
        if type(value) ~= "table" then
            return nil
        end
        value = value[part]
    end
    return value
end

function undercroft.listen(event, handler)
    local id = registerAnonymousEventHandler(event, handler)
    undercroft.handlers[#undercroft.handlers + 1] = id
end

function undercroft.stop_listening()
    for _, id in ipairs(undercroft.handlers) do
        killAnonymousEventHandler(id)
    end
    undercroft.handlers = {}
end

-- The words after `undercroft`.
function undercroft.obey(word)
    if word == "plain" then
        undercroft.set_plain(true)
        undercroft.say("Plain: no panels.")
    elseif word == "panels" then
        undercroft.set_plain(false)
        undercroft.say("Panels are shown.")
    else
        undercroft.say("undercroft plain: no panels. undercroft panels: they come back.")
    end
end
