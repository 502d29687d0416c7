import type { Ctx } from '../canvas.ts';
import { fade, H, mix, random, TAU, times, W, wrap } from '../drawing.ts';
import type { Scene, Stage } from '../stage.ts';

const SIGNS = ['RAMEN', 'BOOKS', 'CAFE', 'HOTEL', 'JAZZ', 'OPEN 24', 'TEA', 'CINEMA', 'ARCADE', 'FLOWERS'];
const NEONS = ['#ff5d73', '#37e0d0', '#ffc857', '#7cc6ff', '#ff9f5a', '#b6f28c'];
const CURB = 268;

/** A walk through a wet city at night: shop fronts pass in parallax, and the street mirrors them in the rain. */
export const city: Scene = {
  seconds: 32,
  vignette: 0.65,
  prepare(stage) {
    const { seconds } = stage;
    const next = random(99);
    const skyline = tile(stage, 640, (ctx) => skylineOf(ctx, 31, '#16233f', '#0e1730', 0.25));
    const middle = tile(stage, 960, (ctx) => skylineOf(ctx, 57, '#122036', '#0a1426', 0.5));
    const street = tile(stage, 1280, shops);
    const sky = stage.sprite(W, H, (ctx) => {
      ctx.block(0, 0, W, H, ctx.gradient(['#070d1d', '#122243', '#2c3a63', '#5d4a6e'], 0, CURB));
    });
    const wet = stage.sprite(W, H - CURB, (ctx) => {
      ctx.block(0, 0, W, H - CURB, ctx.gradient(['rgba(10,16,30,0.35)', 'rgba(6,10,20,0.92)'], 0, H - CURB));
    });
    const drops = times(170, () => ({ x: next() * 760, y: next() * 400, depth: 0.35 + next() * 0.65 }));
    const people = times(7, (i) => ({
      x: i * 230 + next() * 90,
      laps: i % 2 ? 1 : -1,
      coat: mix('#2b3556', '#7a4250', next()),
      canopy: NEONS[i % NEONS.length] ?? '#fff',
      step: next() * TAU,
    }));

    return (ctx, t) => {
      const way = t / seconds;
      sky.draw(ctx, 0, 0);
      skyline(ctx, way * 640, 8);
      middle(ctx, way * 960, 0);
      street(ctx, way * 1280, 0);
      ctx.save();
      ctx.beginPath();
      ctx.rect(0, CURB, W, H - CURB);
      ctx.clip();
      ctx.translate(0, 2 * CURB);
      ctx.scale(1, -1);
      ctx.globalAlpha = 0.75;
      street(ctx, way * 1280 + Math.sin(way * TAU * 12) * 1.2, 0);
      ctx.restore();
      wet.draw(ctx, 0, CURB);
      for (const person of people) {
        const x =
          wrap(person.x - way * (1280 + person.laps * 480 + (person.laps < 0 ? 320 : -160)), 1600) - 160;
        walker(ctx, x, person.coat, person.canopy, way * TAU * 28 + person.step);
      }
      ctx.lineCap = 'round';
      for (const drop of drops) {
        const fall = wrap(drop.y + way * 400 * Math.round(30 * drop.depth), 400) - 20;
        const x = wrap(drop.x - fall * 0.18, 760) - 60;
        ctx.pen(`rgba(190,215,255,${0.08 + 0.26 * drop.depth})`, drop.depth);
        ctx.line([x, fall, x - 3 * drop.depth, fall + 17 * drop.depth]);
      }
      for (let ring = 0; ring < 22; ring += 1) {
        const age = wrap(way * 32 + ring * 0.37, 1);
        ctx.pen(fade('#cfe2ff', 0.3 * (1 - age)), 0.7);
        ctx.beginPath();
        const x = wrap(ring * 97 - way * 1280, W);
        ctx.ellipse(x, CURB + 14 + ((ring * 31) % 72), age * 11, age * 3, 0, 0, TAU);
        ctx.stroke();
      }
    };
  },
};

/** A strip that repeats after its own width. */
function tile(stage: Stage, width: number, paint: (ctx: Ctx) => void) {
  const strip = stage.sprite(width, H, paint);
  return (ctx: Ctx, offset: number, y: number) => {
    for (let x = -wrap(offset, width); x < W; x += width) strip.draw(ctx, x, y);
  };
}

function skylineOf(ctx: Ctx, seed: number, top: string, bottom: string, lit: number): void {
  const next = random(seed);
  const end = lit < 0.4 ? 640 : 960;
  for (let x = 0; x < end - 20; ) {
    const width = Math.min(36 + next() * 62, end - x);
    const height = 70 + next() * (lit < 0.4 ? 150 : 110);
    const y = CURB - height;
    ctx.block(x, y, width - 2, height, ctx.gradient([top, bottom], y, CURB));
    for (let wy = y + 8; wy < CURB - 12; wy += 11)
      for (let wx = x + 6; wx < x + width - 10; wx += 9)
        if (next() < lit * 0.6) {
          ctx.block(wx, wy, 4, 5.5, fade(next() > 0.3 ? '#ffd89a' : '#9fd0ff', 0.25 + next() * lit));
        }
    x += width;
  }
}

function shops(ctx: Ctx): void {
  const next = random(3);
  const count = 10;
  for (let shop = 0; shop < count; shop += 1) {
    const x = shop * 128;
    const neon = NEONS[shop % NEONS.length] ?? '#fff';
    const height = 150 + next() * 60;
    ctx.block(x, CURB - height, 122, height, mix('#131a2e', '#241c30', next()));
    for (let window = 0; window < 6; window += 1) {
      ctx.fillStyle = next() > 0.45 ? fade('#ffcf8f', 0.55 + next() * 0.3) : '#0c1222';
      ctx.fillRect(x + 12 + (window % 3) * 35, CURB - height + 14 + Math.floor(window / 3) * 32, 25, 21);
    }
    const glass = [mix('#ffe2b0', neon, 0.25), mix('#a55a2a', '#20182a', 0.35)];
    ctx.block(x + 8, CURB - 62, 106, 58, ctx.gradient(glass, CURB - 62, CURB - 4));
    ctx.fillStyle = 'rgba(20,14,24,0.75)';
    for (const bar of [8, 42, 76, 112]) ctx.fillRect(x + bar, CURB - 62, 2.5, 58);
    for (let item = 0; item < 7; item += 1) ctx.fillRect(x + 13 + item * 14, CURB - 12 - next() * 20, 8, 30);
    for (let stripe = 0; stripe < 12; stripe += 1) {
      ctx.fillStyle = stripe % 2 ? mix(neon, '#ffffff', 0.75) : mix(neon, '#301020', 0.35);
      const [left, right] = [x + 4 + stripe * 9.5, x + 13.5 + stripe * 9.5];
      ctx.polygon([left, CURB - 76, right, CURB - 76, right, CURB - 60, left, CURB - 60]);
    }
    ctx.glow(neon, x + 61, CURB - 92, 74, 0.5);
    const color = mix(neon, '#ffffff', 0.55);
    ctx.label(SIGNS[shop] ?? '', x + 61, CURB - 86, '800 19px Bricolage', color, 'center');
    if (shop % 2) {
      ctx.block(x + 124, CURB - 120, 3, 120, '#0b0f1a');
      ctx.fillRect(x + 112, CURB - 122, 26, 3);
      ctx.glow('#ffdf9e', x + 114, CURB - 116, 60, 0.75);
    }
  }
}

function walker(ctx: Ctx, x: number, coat: string, canopy: string, stride: number): void {
  const y = CURB + 46 + Math.abs(Math.sin(stride)) * -2;
  ctx.strokeStyle = coat;
  ctx.lineCap = 'round';
  ctx.lineWidth = 7;
  ctx.line([x + Math.sin(stride) * 9, y + 30, x, y]);
  ctx.line([x - Math.sin(stride) * 9, y + 30, x, y]);
  ctx.box(x - 12, y - 48, 24, 58, 10, coat);
  ctx.disc(x, y - 56, 9);
  ctx.lineWidth = 1.6;
  ctx.line([x + 8, y - 30, x + 6, y - 88]);
  const cloth = [mix(canopy, '#ffffff', 0.15), mix(canopy, '#1a1030', 0.65)];
  ctx.fillStyle = ctx.gradient(cloth, y - 104, y - 76);
  ctx.beginPath();
  ctx.moveTo(x - 34, y - 74);
  ctx.quadraticCurveTo(x - 24, y - 106, x + 6, y - 106);
  ctx.quadraticCurveTo(x + 36, y - 106, x + 46, y - 74);
  for (let scallop = 0; scallop < 4; scallop += 1)
    ctx.quadraticCurveTo(x + 36 - scallop * 20, y - 81, x + 26 - scallop * 20, y - 74);
  ctx.fill();
}
