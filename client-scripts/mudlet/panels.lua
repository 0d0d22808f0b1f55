-- Gauge, words and map in a column on the right, as wide as the map; the mapper below it.

undercroft = undercroft or {}

local FONT_SIZE = 9
local MAP_COLUMNS = 59
local MAP_ROWS = 21
local GAUGE_HEIGHT = 24
local MARGIN = 6

-- By glyph: red, green, blue. All of them stand out on black, and none is told from another by red
-- against green alone; the glyph says it all.
local COLOURS = {
    ["#"] = { 215, 175, 135 },
    ["."] = { 150, 150, 150 },
    ["+"] = { 255, 175, 0 },
    ["-"] = { 215, 135, 0 },
    ["<"] = { 255, 255, 175 },
    [">"] = { 255, 255, 175 },
    ["~"] = { 95, 175, 215 },
    ["@"] = { 135, 215, 255 },
}
local COLOUR_OF_ELSE = { 255, 215, 135 }
local COLOUR_OF_SELF = { 255, 255, 255 }

local function make_panels()
    local glyph_width, glyph_height = calcFontSize(FONT_SIZE)
    local width = MAP_COLUMNS * glyph_width + 2 * MARGIN
    local map_height = MAP_ROWS * glyph_height
    local map_top = 2 * GAUGE_HEIGHT + 2 * MARGIN
    local panels = { width = width }

    panels.box = Geyser.Container:new({
        name = "undercroft.box", x = -width, y = 0, width = width, height = "100%",
    })
    panels.health = Geyser.Gauge:new({
        name = "undercroft.health", x = MARGIN, y = MARGIN,
        width = width - 2 * MARGIN, height = GAUGE_HEIGHT,
    }, panels.box)
    panels.health:setColor(0, 95, 135)
    panels.words = Geyser.Label:new({
        name = "undercroft.words", x = MARGIN, y = MARGIN + GAUGE_HEIGHT,
        width = width - 2 * MARGIN, height = GAUGE_HEIGHT,
    }, panels.box)
    panels.map = Geyser.MiniConsole:new({
        name = "undercroft.map", x = MARGIN, y = map_top,
        width = width - 2 * MARGIN, height = map_height,
        fontSize = FONT_SIZE, autoWrap = false, scrollBar = false, color = "black",
    }, panels.box)
    panels.mapper = Geyser.Mapper:new({
        name = "undercroft.mapper", x = MARGIN, y = map_top + map_height + MARGIN,
        width = width - 2 * MARGIN, height = -MARGIN,
    }, panels.box)
    return panels
end

function undercroft.show_panels()
    undercroft.panels = undercroft.panels or make_panels()
    setBorderRight(undercroft.panels.width)
    undercroft.panels.box:show()
    undercroft.show_vitals()
    undercroft.show_map()
end

function undercroft.hide_panels()
    if undercroft.panels then
        undercroft.panels.box:hide()
        setBorderRight(0)
    end
end

-- The panels, or nil if there is nothing to draw on.
local function drawn_on()
    return not undercroft.settings.is_plain and undercroft.panels or nil
end

function undercroft.show_vitals()
    local vitals = undercroft.received("Char", "Vitals")
    local panels = drawn_on()
    if not panels or not vitals then
        return
    end
    local health, most = tonumber(vitals.hp) or 0, tonumber(vitals.maxhp) or 0
    panels.health:setValue(math.max(0, math.min(health, most)), math.max(1, most),
        string.format("HP %d/%d", health, most))
    panels.words:echo(string.format("Depth %d  Level %d  XP %d  Gold %d",
        tonumber(vitals.depth) or 0, tonumber(vitals.level) or 0,
        tonumber(vitals.xp) or 0, tonumber(vitals.gold) or 0))
end

-- Shows a row in runs of one colour each. The text has no colour tags, because < and > are stairs.
local function show_row(console, row, self_at)
    local from = 1
    local function colour_at(column)
        if column == self_at then
            return COLOUR_OF_SELF
        end
        return COLOURS[row:sub(column, column)] or COLOUR_OF_ELSE
    end
    for column = 1, #row do
        if column == #row or colour_at(column + 1) ~= colour_at(column) then
            local colour = colour_at(column)
            console:setFgColor(colour[1], colour[2], colour[3])
            console:echo(row:sub(from, column))
            from = column + 1
        end
    end
    console:echo("\n")
end

-- The viewer stands in the middle of the map.
function undercroft.show_map()
    local map = undercroft.received("Dungeon", "Map")
    local panels = drawn_on()
    if not panels or not map or type(map.rows) ~= "table" then
        return
    end
    local middle = math.floor(#map.rows / 2) + 1
    panels.map:clear()
    for i, row in ipairs(map.rows) do
        show_row(panels.map, row, i == middle and math.floor(#row / 2) + 1 or nil)
    end
end
