-- Description of the package, for Mudlet.
mpackage = "Undercroft"
title = "Undercroft"
author = "Undercroft"
version = "1"
created = "2026-01-01T00:00:00+00:00"
description = [[
Panels for the Undercroft: health, a map of what you see and remember, and Mudlet's own mapper.
Type `undercroft` for its words; `undercroft plain` takes every panel away.
]]
