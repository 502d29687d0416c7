import type { Ctx } from '../canvas.ts';
import { fade, H, mix, random, TAU, times, W, wrap } from '../drawing.ts';
import type { Scene } from '../stage.ts';

/** A desk by a window on a rainy evening: the record turns, the cat breathes, the lamp is on. */
export const lofi: Scene = {
  seconds: 32,
  vignette: 0.6,
  prepare(stage) {
    const next = random(64);
    const room = stage.sprite(W, H, (ctx) => {
      ctx.backdrop(['#3a2a4a', '#58384f', '#6b4048']);
      ctx.box(168, 26, 330, 214, 8, '#2a1c30');
      shelf(ctx, next);
      ctx.box(18, 128, 116, 6, 2, '#33202e');
      ctx.box(18, 206, 116, 6, 2, '#33202e');
      ctx.block(0, 286, W, 74, ctx.gradient(['#a8643f', '#7a4430'], 286, 360));
      ctx.block(0, 284, W, 5, '#c98352');
    });
    const lights = times(60, () => ({
      x: 176 + next() * 314,
      y: 120 + next() * 108,
      r: 2 + next() * 7,
      color: ['#ffc46b', '#ff8f6b', '#7fd4ff', '#ffe9b8'][Math.floor(next() * 4)] ?? '#fff',
      phase: next() * TAU,
    }));
    const drops = times(120, () => ({
      x: 176 + next() * 316,
      y: next() * 240,
      speed: 1 + Math.floor(next() * 3),
      r: 0.8 + next() * 1.4,
    }));
    const notes = times(6, (i) => ({ start: i / 6, x: (i * 37) % 40 }));

    return (ctx, t) => {
      const way = t / stage.seconds;
      const turn = way * TAU;
      room.draw(ctx, 0, 0);
      ctx.save();
      ctx.beginPath();
      ctx.roundRect(176, 34, 314, 198, 4);
      ctx.clip();
      ctx.block(176, 34, 314, 198, ctx.gradient(['#1a2547', '#35406e', '#6a5580'], 34, 232));
      const flats = random(2);
      for (let x = 170; x < 490; x += 30) {
        const h = 50 + flats() * 90;
        ctx.block(x, 232 - h, 28, h, mix('#1c2545', '#2a2f55', flats()));
      }
      for (const light of lights)
        ctx.glow(light.color, light.x, light.y, light.r * 2.6, 0.55 + 0.3 * Math.sin(turn * 6 + light.phase));
      for (const drop of drops) {
        const y = wrap(drop.y + way * 220 * drop.speed, 220) + 24;
        ctx.disc(drop.x + Math.sin(y / 30) * 1.5, y, drop.r, 'rgba(220,235,255,0.65)');
        ctx.block(drop.x + Math.sin(y / 30) * 1.5 - drop.r / 2, y - 26, drop.r, 26, 'rgba(200,220,255,0.13)');
      }
      ctx.restore();
      ctx.block(330, 34, 6, 198, '#2a1c30');
      ctx.fillRect(176, 128, 314, 5);
      ctx.box(158, 232, 350, 10, 3, '#4a2d3a');
      cat(ctx, turn);
      plant(ctx, turn);
      player(ctx, turn);
      lamp(ctx);
      mug(ctx, way);
      laptop(ctx, t);
      for (const note of notes) {
        const age = wrap(way * 8 + note.start, 1);
        const x = 128 + note.x + Math.sin(age * 6 + note.x) * 8;
        quaver(ctx, x, 268 - age * 90, fade('#ffdca8', Math.sin(age * Math.PI) * 0.8));
      }
    };
  },
};

function quaver(ctx: Ctx, x: number, y: number, color: string): void {
  ctx.fillStyle = color;
  ctx.pen(color, 1.4);
  ctx.oval(x, y, 3.6, 2.7, undefined, -0.4);
  ctx.line([x + 3.2, y - 1, x + 3.2, y - 13, x + 8, y - 9]);
}

function shelf(ctx: Ctx, next: () => number): void {
  const spines = ['#c95f4a', '#3d8a8a', '#e0a94a', '#7a5a9a', '#d8c9a8', '#4a6a9a', '#8aa85a'];
  for (const base of [128, 206]) {
    let x = 22;
    while (x < 122) {
      const w = 7 + next() * 7;
      const h = 34 + next() * 24;
      const color = spines[Math.floor(next() * spines.length)] ?? '#888';
      ctx.box(x, base - h, w - 1, h, 1, mix(color, '#3a2a4a', 0.25));
      ctx.block(x + 1, base - h + 6, w - 3, 2, 'rgba(255,240,210,0.35)');
      x += w;
    }
  }
}

function cat(ctx: Ctx, turn: number): void {
  const breath = Math.sin(turn * 8) * 1.3;
  ctx.oval(424, 218 - breath / 2, 42, 20 + breath, '#1b1424');
  ctx.disc(388, 212, 15);
  ctx.polygon([376, 206, 375, 190, 386, 199]);
  ctx.polygon([391, 199, 401, 189, 401, 205]);
  ctx.pen('#1b1424', 7);
  ctx.lineCap = 'round';
  ctx.curve(`M460 226 Q488 236 ${482 + Math.sin(turn * 4) * 6} ${252 + Math.sin(turn * 4) * 6}`);
  ctx.pen('#8a6a7a', 1.2);
  for (const x of [381, 391]) {
    ctx.ring(x, 211, 3, 0.2, Math.PI - 0.2);
  }
}

function plant(ctx: Ctx, turn: number): void {
  ctx.lineCap = 'round';
  for (let leaf = 0; leaf < 9; leaf += 1) {
    const angle = -Math.PI / 2 + (leaf - 4) * 0.3 + Math.sin(turn * 3 + leaf) * 0.03;
    const [x, y] = [590 + Math.cos(angle) * 66, 246 + Math.sin(angle) * (72 - Math.abs(leaf - 4) * 5)];
    ctx.pen(mix('#2f6a4f', '#7fb06a', leaf / 9), 9);
    ctx.curve(`M590 252 Q${590 + Math.cos(angle) * 20} 200 ${x} ${y}`);
  }
  ctx.polygon([568, 246, 612, 246, 606, 286, 574, 286], '#c9694a');
  ctx.box(564, 242, 52, 9, 3, '#d97d5a');
}

function player(ctx: Ctx, turn: number): void {
  ctx.polygon([52, 300, 198, 300, 214, 330, 36, 330], '#5a3226');
  ctx.box(36, 330, 178, 12, 3, '#3d2119');
  ctx.save();
  ctx.translate(118, 314);
  ctx.scale(1, 0.24);
  for (const r of [58, 52, 46, 38]) ctx.disc(0, 0, r, r === 58 || r === 46 ? '#120e16' : '#1d1722');
  ctx.disc(0, 0, 20, '#e0894a');
  ctx.disc(0, 0, 4, '#2a1c30');
  ctx.rotate(turn * 18);
  ctx.fillStyle = 'rgba(255,230,200,0.16)';
  for (const side of [0, Math.PI]) {
    ctx.beginPath();
    ctx.moveTo(0, 0);
    ctx.arc(0, 0, 56, side - 0.25, side + 0.25);
    ctx.fill();
  }
  ctx.restore();
  ctx.line([194, 300, 182, 308, 150 + Math.sin(turn) * 3, 315], '#d8d2c8', 2.6);
  ctx.disc(194, 300, 5, '#b8b0a4');
  ctx.glow('#ff6f5a', 200, 324, 9, 0.6 + 0.4 * Math.sin(turn * 16));
}

function lamp(ctx: Ctx): void {
  ctx.line([540, 290, 540, 214, 516, 182], '#2a1c26', 4);
  ctx.box(522, 284, 36, 6, 3, '#2a1c26');
  ctx.globalCompositeOperation = 'screen';
  ctx.glow('#ffb45c', 505, 210, 190, 0.62);
  ctx.fillStyle = ctx.gradient(['rgba(255,205,130,0.4)', 'rgba(255,205,130,0)'], 185, 300);
  ctx.polygon([492, 192, 520, 178, 520, 290, 390, 290]);
  ctx.globalCompositeOperation = 'source-over';
  ctx.polygon([484, 194, 502, 168, 526, 172, 526, 190], '#e0a050');
  ctx.disc(504, 193, 6, '#fff3cf');
}

function mug(ctx: Ctx, way: number): void {
  ctx.lineCap = 'round';
  for (let wisp = 0; wisp < 3; wisp += 1) {
    for (let k = 0; k < 8; k += 1) {
      const rise = k / 8;
      const x = 258 + wisp * 8 + Math.sin(rise * 5 - way * TAU * 8 + wisp * 2) * 5 * rise;
      ctx.disc(x, 296 - rise * 42, 2 + rise * 3.4, fade('#fff2e0', 0.15 * (1 - rise)));
    }
  }
  ctx.box(248, 300, 36, 32, 6, '#3d8a8a');
  ctx.pen('#3d8a8a', 5);
  ctx.ring(286, 315, 8, -1.4, 1.4);
  ctx.box(250, 300, 32, 5, 2, '#2a5f63');
}

function laptop(ctx: Ctx, t: number): void {
  ctx.polygon([330, 336, 496, 336, 478, 318, 350, 318], '#b8b4be');
  ctx.box(344, 236, 138, 84, 5, '#3a3644');
  ctx.box(349, 241, 128, 74, 2, '#17202e');
  for (let bar = 0; bar < 24; bar += 1) {
    const level =
      10 +
      24 *
        Math.abs(
          Math.sin(((t * 90) / 60) * Math.PI + bar * 0.7) *
            Math.sin(bar * 1.3 + ((Math.floor(t) % 4) + bar) * 0.9),
        );
    ctx.box(355 + bar * 4.9, 306 - level, 3.2, level, 1.2, mix('#ff8f6b', '#ffd98a', bar / 24));
  }
  ctx.label('side B, slowly', 355, 257, '600 9px Inter', '#e8dccb');
}
