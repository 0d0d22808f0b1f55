-- Runs the scripts of the Mudlet package against a stand-in for Mudlet's functions: the same events
-- in the same order as in a game, and a look at what was drawn, mapped and sent.
--
-- Usage: lua5.1 mudlet_test.lua HOME SCRIPT...     the scripts in the order of the package

local failures = 0

local function check(is_so, promise)
    if not is_so then
        failures = failures + 1
        print("FAIL: " .. promise)
    end
end

local function check_equal(found, wanted, promise)
    check(found == wanted, string.format("%s: %s, not %s", promise, tostring(found), tostring(wanted)))
end

-- State of the stand-in: all that Mudlet would show or remember.
local seen = {
    sent = {}, echoed = "", border = 0, handlers = {}, next_handler = 1,
    rooms = {}, areas = {}, saved = nil, config = {},
}

local function stand_in_for_events()
    function registerAnonymousEventHandler(event, handler)
        local id = seen.next_handler
        seen.next_handler = id + 1
        seen.handlers[id] = { event = event, handler = handler }
        return id
    end
    function killAnonymousEventHandler(id)
        check(seen.handlers[id] ~= nil, "only handlers that exist are removed")
        seen.handlers[id] = nil
    end
end

local function raise(event, ...)
    for _, entry in pairs(seen.handlers) do
        if entry.event == event then
            entry.handler(event, ...)
        end
    end
end

local function stand_in_for_gmcp()
    local enabled = {}
    gmcp = {}
    gmod = {
        enableModule = function(user, name)
            check_equal(user, "Undercroft", "modules are enabled under one name")
            enabled[name] = true
        end,
        disableModule = function(_, name)
            if enabled[name] then
                enabled[name] = nil
                sendGMCP('Core.Supports.Remove ["' .. name .. '"]')
            end
        end,
    }
    function sendGMCP(text)
        seen.sent[#seen.sent + 1] = text
    end
end

-- A panel of any kind: keeps what it was made with, shown and told.
local function make_panel(kind, options, parent)
    local panel = { kind = kind, options = options, parent = parent, is_shown = true, text = "" }
    function panel:show() self.is_shown = true end
    function panel:hide() self.is_shown = false end
    function panel:clear() self.text, self.runs = "", {} end
    function panel:echo(text)
        self.text = kind == "Label" and text or self.text .. text
        self.runs = self.runs or {}
        self.runs[#self.runs + 1] = { text = text, colour = self.colour }
    end
    function panel:setFgColor(red, green, blue) self.colour = { red, green, blue } end
    function panel:setColor() end
    function panel:setValue(value, most, text)
        self.value, self.most, self.text = value, most, text
    end
    return panel
end

local function stand_in_for_panels()
    Geyser = {}
    for _, kind in ipairs({ "Container", "Gauge", "Label", "MiniConsole", "Mapper" }) do
        Geyser[kind] = {
            new = function(_, options, parent)
                check(type(options.name) == "string", "every panel has a name")
                return make_panel(kind, options, parent)
            end,
        }
    end
    function calcFontSize() return 7, 14 end
    function setBorderRight(width) seen.border = width end
    function echo(text) seen.echoed = seen.echoed .. text end
end

local function room(id)
    check(seen.rooms[id] ~= nil, "only rooms that exist are changed")
    return seen.rooms[id] or {}
end

local function stand_in_for_mapper()
    function getAreaTable() return seen.areas end
    function addAreaName(name)
        check(seen.areas[name] == nil, "no area is made twice")
        local count = 1
        for _ in pairs(seen.areas) do count = count + 1 end
        seen.areas[name] = count
        return count
    end
    function roomExists(id) return seen.rooms[id] ~= nil end
    function addRoom(id) seen.rooms[id] = { exits = {}, stubs = {}, doors = {} } end
    function setRoomArea(id, area) room(id).area = area end
    function setRoomName(id, name) room(id).name = name end
    function setRoomCoordinates(id, x, y, z) room(id).at = x .. "," .. y .. "," .. z end
    function setExit(from, to, dir)
        check(seen.rooms[to] ~= nil, "exits lead to rooms that exist")
        room(from).exits[dir] = to
    end
    function setExitStub(id, dir, is_set) room(id).stubs[dir] = is_set end
    function setDoor(id, dir, state) room(id).doors[dir] = state end
    function centerview(id) seen.centre = id end
end

local function stand_in_for_files(home)
    function getMudletHomeDir() return home end
    io.exists = function() return seen.saved ~= nil end
    table.save = function(path, value)
        check(path:sub(1, #home) == home, "settings are kept in the profile's folder")
        seen.saved = {}
        for key, entry in pairs(value) do seen.saved[key] = entry end
    end
    table.load = function(_, value)
        for key, entry in pairs(seen.saved) do value[key] = entry end
    end
    function getConfig(key) return seen.config[key] end
end

local home = arg[1]

local function load_scripts()
    for i = 2, #arg do
        dofile(arg[i])
    end
end

-- As when a profile is opened, with what was saved before.
local function open_profile()
    undercroft, mudlet = nil, nil
    seen.handlers, seen.sent, seen.border = {}, {}, 0
    gmcp = {}
    load_scripts()
end

local function last_sent()
    return seen.sent[#seen.sent]
end

local function receive_first_room()
    gmcp.Char = { Vitals = { hp = 14, maxhp = 20, depth = 2, level = 3, xp = 45, gold = 67 } }
    raise("gmcp.Char.Vitals")
    gmcp.Dungeon = { Map = {
        x = 1, y = 2, w = 7, h = 3, legend = {},
        rows = { "#######", "#<>@%@#", "#######" },
    } }
    raise("gmcp.Dungeon.Map")
    gmcp.Room = { Info = {
        num = 131073, name = "a square room", area = "the Cellars", depth = 2,
        coords = { x = 40, y = 30 }, exits = { north = 131074, east = 131075 },
        doors = { east = "closed" },
    } }
    raise("gmcp.Room.Info")
end

local function test_panels()
    open_profile()
    check(seen.border > 0, "there is room for the panels")
    raise("sysProtocolEnabled", "GMCP")
    check_equal(last_sent(), 'Core.Supports.Add ["Char 1","Room 1","Dungeon 1"]', "asked for")
    receive_first_room()
    local panels = undercroft.panels
    check_equal(panels.health.text, "HP 14/20", "gauge")
    check_equal(panels.health.value .. "/" .. panels.health.most, "14/20", "gauge's length")
    check_equal(panels.words.text, "Depth 2  Level 3  XP 45  Gold 67", "words")
    check_equal(panels.map.text, "#######\n#<>@%@#\n#######\n", "map")
    local self_run, other_run
    for _, run in ipairs(panels.map.runs) do
        if run.text == "@" then
            self_run, other_run = self_run or run, run
        end
    end
    check(self_run ~= other_run, "oneself and another delver are drawn apart")
    check(table.concat(self_run.colour, ",") ~= table.concat(other_run.colour, ","),
        "oneself has a colour of one's own")
    raise("gmcp.Dungeon.Map")
    check_equal(#panels.map.text, 24, "a new map replaces the old one")
end

local function test_odd_messages()
    open_profile()
    for _, value in ipairs({ {}, { Vitals = {} }, { Vitals = { hp = "x", maxhp = 0 } } }) do
        gmcp.Char = value
        raise("gmcp.Char.Vitals")
    end
    gmcp.Dungeon = { Map = { rows = "none" } }
    raise("gmcp.Dungeon.Map")
    local before = seen.centre
    gmcp.Room = { Info = { num = "7", name = "a room" } }
    raise("gmcp.Room.Info")
    check_equal(seen.centre, before, "a room without a number is not mapped")
end

local function test_mapper()
    open_profile()
    seen.rooms, seen.areas = {}, {}
    receive_first_room()
    local first = seen.rooms[131073]
    check_equal(first.at, "40,-30,-2", "north is up and deeper is lower")
    check_equal(first.name, "a square room", "name")
    check_equal(first.area, seen.areas["the Cellars (depth 2)"], "area")
    check(first.stubs.north and first.stubs.east, "rooms not seen yet are stubs")
    check_equal(first.doors.e, 2, "closed door")
    check_equal(seen.centre, 131073, "centre")
    gmcp.Room.Info = {
        num = 131074, name = "a hall", area = "the Cellars", depth = 2, coords = { x = 40, y = 20 },
        exits = { south = 131073, sideways = 9 }, doors = { south = "open", sideways = "open" },
    }
    raise("gmcp.Room.Info")
    check_equal(first.exits.north, 131074, "the way there")
    check_equal(seen.rooms[131074].exits.south, 131073, "the way back")
    check_equal(seen.rooms[131074].doors.s, 1, "open door")
    check_equal(seen.rooms[131074].exits.sideways, nil, "no exits in directions unknown")
    check_equal(seen.centre, 131074, "centre after a step")
    doSpeedWalk()
    check(seen.echoed:find("travel"), "a double click on the map says how to get there")
end

local function test_plain()
    open_profile()
    raise("sysProtocolEnabled", "GMCP")
    receive_first_room()
    undercroft.obey("plain")
    check_equal(seen.border, 0, "plain: no room for panels")
    check_equal(undercroft.panels.box.is_shown, false, "plain: no panels")
    check_equal(last_sent(), 'Core.Supports.Add ["Char 1","Room 1"]', "plain: no map")
    check_equal(seen.sent[#seen.sent - 1], 'Core.Supports.Remove ["Dungeon"]', "plain: no map")
    open_profile()
    check_equal(undercroft.panels, nil, "plain is kept: nothing is even made")
    raise("sysProtocolEnabled", "GMCP")
    receive_first_room()
    check_equal(seen.border, 0, "plain is kept")
    check_equal(seen.centre, 131073, "plain: the mapper is still filled")
    undercroft.obey("panels")
    check_equal(undercroft.panels.map.text, "#######\n#<>@%@#\n#######\n", "panels come back filled")
    undercroft.obey("")
    check(seen.echoed:find("undercroft plain"), "without a word it tells its words")
    seen.saved = nil
    seen.config.advertiseScreenReader = true
    open_profile()
    check_equal(undercroft.panels, nil, "who has a screen reader begins without panels")
    seen.config.advertiseScreenReader = nil
end

local function test_coming_and_going()
    open_profile()
    local count = 0
    load_scripts()
    for _ in pairs(seen.handlers) do count = count + 1 end
    check_equal(count, 5, "scripts that are saved again do not listen twice")
    raise("sysUninstallPackage", "another")
    check(next(seen.handlers) ~= nil, "another package is no matter of ours")
    raise("sysUninstallPackage", "Undercroft")
    check_equal(next(seen.handlers), nil, "what is taken out listens no more")
    check_equal(seen.border, 0, "what is taken out gives its room back")
end

stand_in_for_events()
stand_in_for_gmcp()
stand_in_for_panels()
stand_in_for_mapper()
stand_in_for_files(home)
test_panels()
test_odd_messages()
test_mapper()
test_plain()
test_coming_and_going()
os.exit(failures == 0 and 0 or 1)
