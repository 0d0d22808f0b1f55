-- Sets everything going, when the package is installed and when the profile is opened.

local function on_protocol(_, protocol)
    if protocol == "GMCP" then
        undercroft.ask()
    end
end

local function on_uninstall(_, package)
    if package == "Undercroft" then
        undercroft.hide_panels()
        undercroft.stop_listening()
    end
end

undercroft.stop_listening()
undercroft.load_settings()
undercroft.listen("sysProtocolEnabled", on_protocol)
undercroft.listen("sysUninstallPackage", on_uninstall)
undercroft.listen("gmcp.Char.Vitals", function() undercroft.show_vitals() end)
undercroft.listen("gmcp.Dungeon.Map", function() undercroft.show_map() end)
undercroft.listen("gmcp.Room.Info", function() undercroft.map_room() end)
if not undercroft.settings.is_plain then
    undercroft.show_panels()
end
-- Installed in the middle of play.
if next(gmcp or {}) then
    undercroft.ask()
end
