-- Fills Mudlet's mapper from Room.Info: rooms by their number, one area a level.

undercroft = undercroft or {}
mudlet = mudlet or {}
mudlet.mapper_script = true

local SHORT = {
    north = "n", northeast = "ne", east = "e", southeast = "se",
    south = "s", southwest = "sw", west = "w", northwest = "nw", up = "up", down = "down",
}
local DOORS = { open = 1, closed = 2 }

-- The number of the area of that name, made if there is none.
local function area_of(room)
    local name = string.format("%s (depth %d)", room.area, room.depth)
    local id = getAreaTable()[name]
    return id or (addAreaName(name))
end

local function place_room(room)
    local id = room.num
    if not roomExists(id) then
        addRoom(id)
    end
    setRoomArea(id, area_of(room))
    setRoomName(id, room.name)
    -- Rows count downwards in the dungeon and upwards on the map.
    setRoomCoordinates(id, room.coords.x, -room.coords.y, -room.depth)
end

-- Exits lead to rooms, or show as stubs until the room at the other end has been seen.
local function join_room(room)
    for dir, to in pairs(room.exits or {}) do
        if SHORT[dir] and roomExists(to) then
            setExit(room.num, to, dir)
        elseif SHORT[dir] then
            setExitStub(room.num, dir, true)
        end
    end
    for dir, state in pairs(room.doors or {}) do
        if SHORT[dir] and DOORS[state] then
            setDoor(room.num, SHORT[dir], DOORS[state])
        end
    end
end

local function is_room(room)
    return type(room) == "table" and type(room.num) == "number" and type(room.name) == "string"
        and type(room.area) == "string" and type(room.depth) == "number"
        and type(room.coords) == "table" and type(room.coords.x) == "number"
        and type(room.coords.y) == "number"
end

function undercroft.map_room()
    local room = undercroft.received("Room", "Info")
    if not is_room(room) then
        return
    end
    place_room(room)
    join_room(room)
    -- The room the player came from has only a stub to this one.
    local before = undercroft.room_before
    if before and before.num ~= room.num then
        join_room(before)
    end
    undercroft.room_before = room
    centerview(room.num)
end

-- Mudlet calls this at a double click on the map. Rooms are many steps wide, and the server knows
-- the way itself.
function doSpeedWalk()
    undercroft.say("The way is long: type travel down, travel up, travel NAME, or list and go N.")
end
