import type { Ctx } from '../canvas.ts';
import { fade, H, mix, random, TAU, times, W, wrap } from '../drawing.ts';
import type { Scene } from '../stage.ts';

const DAY = ['#5fb4e6', '#a9d8ef', '#f4e7c5'];
const DUSK = ['#2b2f6b', '#a4587a', '#ffb070'];
const NIGHT = ['#060b1f', '#13224a', '#2c4672'];
const PALETTE = [DAY, DUSK, NIGHT, DUSK];

/** A film in wide format: a train crosses a valley while a whole day passes. */
export const railway: Scene = {
  seconds: 32,
  prepare(stage) {
    const next = random(12);
    const stars = times(150, () => ({
      x: next() * W,
      y: next() * 190,
      size: 0.5 + next(),
      phase: next() * TAU,
    }));
    const pines = times(46, () => ({
      x: next() * 1280,
      y: 266 + next() * 34,
      size: 0.6 + next() * 0.8,
    })).sort((a, b) => a.y - b.y);
    const clouds = times(7, () => ({ x: next() * 900, y: 60 + next() * 80, size: 0.5 + next() }));

    return (ctx, t) => {
      const way = t / stage.seconds;
      const hour = way * 4;
      const from = PALETTE[Math.floor(hour) % 4] ?? DAY;
      const to = PALETTE[(Math.floor(hour) + 1) % 4] ?? DAY;
      const sky = from.map((color, i) => mix(color, to[i] ?? color, hour % 1));
      const dark = (1 - Math.cos(way * TAU)) / 2;
      const haze = sky[2] ?? '#ffffff';
      ctx.backdrop([...sky, haze]);
      for (const star of stars) {
        ctx.fillStyle = `rgba(255,255,255,${Math.max(0, dark - 0.45) * (0.9 + 0.6 * Math.sin(way * TAU * 20 + star.phase))})`;
        ctx.fillRect(star.x, star.y, star.size, star.size);
      }
      const sun = way * TAU;
      const sunY = 210 - Math.cos(sun) * 125;
      ctx.glow('#ffe2a8', 430 - Math.sin(sun) * 190, sunY, 190, 0.85);
      ctx.disc(430 - Math.sin(sun) * 190, sunY, 21, '#fff3d6');
      const moonY = 215 + Math.cos(sun) * 130;
      ctx.glow('#b8cdf5', 210 + Math.sin(sun) * 150, moonY, 110, 0.6);
      ctx.disc(210 + Math.sin(sun) * 150, moonY, 15, '#eef3ff');
      for (const cloud of clouds) {
        const x = wrap(cloud.x - way * 900, 900) - 130;
        ctx.fillStyle = fade(mix('#ffffff', sky[1] ?? haze, 0.25 + dark * 0.65), 0.55);
        ctx.beginPath();
        for (const [dx, dy, r] of [
          [0, 0, 18],
          [20, -7, 22],
          [44, -2, 19],
          [64, 3, 12],
          [-17, 4, 11],
        ] as const) {
          ctx.moveTo(x + (dx + r) * cloud.size, cloud.y + dy * cloud.size);
          ctx.arc(x + dx * cloud.size, cloud.y + dy * cloud.size, r * cloud.size, 0, TAU);
        }
        ctx.fill();
      }
      const shade = (color: string, distance: number) =>
        mix(mix(color, '#081028', dark * 0.82), haze, distance * (0.75 - dark * 0.35));
      ctx.hills(way * 640, 196, 34, 640, [1, 2, 5, 9], shade('#46648f', 0.72));
      ctx.hills(way * 1280 + 200, 224, 26, 640, [1, 3, 4, 8], shade('#3b6a73', 0.48));
      ctx.hills(way * 1920 + 90, 254, 15, 640, [1, 2, 6], shade('#3f7a4f', 0.24));
      bridge(ctx, way, shade('#6b4b3e', 0.16), shade('#38291f', 0.1));
      train(ctx, way, shade, dark);
      ctx.hills(way * 2560, 292, 10, 640, [1, 3, 5], shade('#2c5a35', 0.08));
      for (const pine of pines) {
        const x = wrap(pine.x - way * 2560, 1280) - 60;
        ctx.fillStyle = shade('#1d4630', 0.04);
        for (let tier = 0; tier < 3; tier += 1) {
          const w = (15 - tier * 3.6) * pine.size;
          const y = pine.y + 20 - tier * 13 * pine.size;
          ctx.polygon([x - w, y, x, y - 25 * pine.size, x + w, y]);
        }
      }
      ctx.block(0, 190, W, 170, ctx.gradient([fade(haze, 0), fade(haze, 0.16)], 190, H));
      ctx.block(0, 0, W, 40, '#000');
      ctx.fillRect(0, H - 40, W, 40);
    };
  },
};

function bridge(ctx: Ctx, way: number, stone: string, shadow: string): void {
  const offset = wrap(way * 2240, 80);
  ctx.block(0, 236, W, 9, stone);
  for (let x = -offset - 80; x < W + 80; x += 80) {
    ctx.block(x, 240, 16, 80, stone);
    ctx.block(x + 11, 245, 5, 75, shadow);
    ctx.fillStyle = stone;
    ctx.beginPath();
    ctx.moveTo(x + 16, 245);
    ctx.lineTo(x + 80, 245);
    ctx.lineTo(x + 80, 278);
    ctx.ellipse(x + 48, 278, 32, 28, 0, 0, Math.PI, true);
    ctx.fill();
  }
}

function train(
  ctx: Ctx,
  way: number,
  shade: (color: string, distance: number) => string,
  dark: number,
): void {
  const y = 236 + Math.sin(way * TAU * 64) * 0.4;
  const front = 455;
  for (let puff = 0; puff < 15; puff += 1) {
    const age = wrap(way * 40 + puff / 15, 1);
    const puffY = y - 36 - age * 44 + Math.sin(puff * 2 + age * 5) * 5;
    ctx.disc(front - 6 - age * 250, puffY, 4 + age * 17, fade(shade('#ffffff', 0.35), 0.5 * (1 - age)));
  }
  for (let car = 0; car < 4; car += 1) {
    const x = front - 84 - car * 72;
    ctx.box(x, y - 25, 68, 22, 4, shade(car % 2 ? '#b23a3a' : '#c4703a', 0.05));
    ctx.box(x, y - 27, 68, 4, 2, shade('#5a2b2b', 0.05));
    for (let window = 0; window < 5; window += 1)
      ctx.box(x + 6 + window * 12, y - 20, 8, 8, 1.5, mix(shade('#bfe3ee', 0.1), '#ffd27a', dark));
    if (dark > 0.3) ctx.glow('#ffc56b', x + 34, y - 12, 44, (dark - 0.3) * 0.6);
    for (const wheel of [12, 26, 44, 58]) ctx.disc(x + wheel, y - 2, 4, '#17181f');
  }
  ctx.box(front - 12, y - 24, 48, 20, 6, shade('#22303f', 0.03));
  ctx.box(front - 12, y - 34, 20, 30, 3, shade('#2f4256', 0.03));
  ctx.box(front + 20, y - 38, 8, 16, 2, shade('#22303f', 0.03));
  ctx.box(front - 8, y - 30, 11, 9, 1.5, mix('#bfe3ee', '#ffd27a', dark));
  for (const wheel of [-4, 9, 24]) {
    ctx.disc(front + wheel, y - 2, 6, '#17181f');
    const [x, spin] = [front + wheel, way * TAU * 120];
    ctx.line([x, y - 2, x + Math.cos(spin) * 5, y - 2 + Math.sin(spin) * 5], '#9aa6b5', 1);
  }
  ctx.glow('#fff0c4', front + 40, y - 15, 30 + dark * 60, 0.3 + dark * 0.6);
}
