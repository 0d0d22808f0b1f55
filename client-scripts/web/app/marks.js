/*
 * The marks over the cells of the map, on a canvas of their own: the way, the pressed cell, the
 * health and danger of foes, arrows to foes beyond the edge, the aim and the cursor.
 */

const ARROW_PX = 14; /* from the edge of the map to the middle of an arrow there */

export function drawMarks(draw) {
    const { over } = draw;
    const wasEmpty = draw.isOverEmpty;
    draw.isOverEmpty =
        draw.model.actors.length === 0 &&
        [draw.way, draw.pressed, draw.aim, draw.cursor].every((one) => one === null);
    /* A canvas that is cleared is painted again, even if nothing was on it. */
    if (wasEmpty && draw.isOverEmpty) return;
    over.clearRect(0, 0, draw.marks.width, draw.marks.height);
    if (draw.way !== null) drawWay(draw);
    if (draw.pressed !== null) frameCell(draw, draw.pressed, 'mark', 0.5);
    for (const actor of draw.model.actors) {
        drawActor(draw, actor);
        drawBeyond(draw, actor);
    }
    if (draw.aim !== null) drawAim(draw);
    if (draw.cursor !== null) frameCell(draw, draw.cursor, 'mark', 1);
}

function stroke(draw, role, share = 1) {
    const colour = draw.colours[role];
    draw.over.strokeStyle = `rgba(${colour.join(',')},${share})`;
    draw.over.fillStyle = `rgba(${colour.join(',')},${share})`;
    draw.over.lineWidth = Math.max(2, Math.round(draw.cellHeight * 0.09));
}

/* Corners around a cell. */
function frameCell(draw, { x, y }, role, share) {
    const at = draw.pixelOf(x, y);
    const { cellWidth: w, cellHeight: h, over } = draw;
    const arm = Math.round(h * 0.32);
    stroke(draw, role, share);
    for (const [cx, cy, sx, sy] of [
        [0, 0, 1, 1],
        [w, 0, -1, 1],
        [0, h, 1, -1],
        [w, h, -1, -1],
    ]) {
        over.beginPath();
        over.moveTo(at.x + cx + sx * arm, at.y + cy);
        over.lineTo(at.x + cx, at.y + cy);
        over.lineTo(at.x + cx, at.y + cy + sy * arm);
        over.stroke();
    }
}

function drawWay(draw) {
    stroke(draw, 'mark', 0.65);
    for (const { x, y } of draw.way) {
        const at = draw.pixelOf(x, y);
        draw.over.beginPath();
        draw.over.arc(
            at.x + draw.cellWidth / 2,
            at.y + draw.cellHeight / 2,
            draw.cellHeight * 0.11,
            0,
            Math.PI * 2,
        );
        draw.over.fill();
    }
}

function drawAim(draw) {
    const self = draw.model.self;
    if (!self) return;
    const from = draw.pixelOf(self.x, self.y);
    const to = draw.pixelOf(draw.aim.x, draw.aim.y);
    stroke(draw, 'danger', 0.8);
    draw.over.setLineDash([draw.cellHeight * 0.3, draw.cellHeight * 0.2]);
    draw.over.beginPath();
    draw.over.moveTo(from.x + draw.cellWidth / 2, from.y + draw.cellHeight / 2);
    draw.over.lineTo(to.x + draw.cellWidth / 2, to.y + draw.cellHeight / 2);
    draw.over.stroke();
    draw.over.setLineDash([]);
    frameCell(draw, draw.aim, 'danger', 1);
}

/* A foe's health as a bar below it, and its danger by the number of strokes above. */
function drawActor(draw, actor) {
    const self = draw.model.self;
    if (!self || !draw.showsBars) return;
    const { over, cellWidth: w, cellHeight: h } = draw;
    const at = draw.pixelOf(self.x + actor.dx, self.y + actor.dy);
    const thick = Math.max(2, Math.round(h * 0.13));
    if (actor.hpperc < 100) {
        over.fillStyle = `rgb(${draw.colours.ground.join(',')})`;
        over.fillRect(at.x, at.y + h - thick - 1, w, thick + 1);
        stroke(draw, 'health');
        over.fillRect(
            at.x,
            at.y + h - thick,
            Math.max(1, Math.round((w * actor.hpperc) / 100)),
            thick,
        );
    }
    const strokes = { even: 1, hard: 2, deadly: 3 }[actor.danger] ?? 0;
    if (actor.awake && strokes > 0) {
        stroke(draw, 'danger');
        const wide = Math.round(w * 0.2);
        for (let i = 0; i < strokes; i++)
            over.fillRect(
                at.x + Math.round(w * 0.12) + i * (wide + 2),
                at.y - thick,
                wide,
                thick,
            );
    }
    if (actor.target)
        frameCell(draw, { x: self.x + actor.dx, y: self.y + actor.dy }, 'danger', 0.9);
}

/* An arrow at the map's edge, towards a foe that is awake and not on the screen. */
function drawBeyond(draw, actor) {
    const spot = actor.awake ? beyond(draw, actor) : null;
    if (spot === null) return;
    const { over } = draw;
    const size = Math.round(9 * draw.scale);
    stroke(draw, 'danger');
    over.save();
    over.translate(spot.x, spot.y);
    over.rotate(spot.turn);
    over.beginPath();
    over.moveTo(size, 0);
    over.lineTo(-size * 0.7, -size * 0.8);
    over.lineTo(-size * 0.7, size * 0.8);
    over.closePath();
    over.fill();
    over.restore();
}

/* The place of the arrow to a foe: {x, y, turn}, or null if the foe is on the screen. */
export function beyond(draw, { dx, dy }) {
    const { self } = draw.model;
    if (!self) return null;
    const { width, height } = draw.map;
    const at = draw.pixelOf(self.x + dx, self.y + dy);
    const x = at.x + draw.cellWidth / 2;
    const y = at.y + draw.cellHeight / 2;
    if (x >= 0 && y >= 0 && x < width && y < height) return null;
    const edge = ARROW_PX * draw.scale;
    const to = {
        x: Math.max(edge, Math.min(width - edge, x)),
        y: Math.max(edge, Math.min(height - edge, y)),
    };
    return { ...to, turn: Math.atan2(y - to.y, x - to.x) };
}
