import type { Ctx, Sprite } from '../canvas.ts';
import { fade, H, lerp, mix, random, TAU, times, W, wrap } from '../drawing.ts';
import type { Scene, Stage } from '../stage.ts';

const WATER = '#1b86ad';

const FISH = [
  { body: '#ff9f45', stripe: '#fff4e0', size: 20 },
  { body: '#ffd95a', stripe: '#2d3f6b', size: 16 },
  { body: '#4fd1ff', stripe: '#0f5fa8', size: 13 },
  { body: '#ff6f7d', stripe: '#ffd0c2', size: 17 },
] as const;

/** The lap of a fish, half of it on the screen, and the part of it that a fish swims in one loop. */
const LAP = 900;
const STRIDE = LAP / 2;

/** A reef tank in the afternoon: light falls in shafts, shoals pass, weed sways. */
export const reef: Scene = {
  seconds: 8,
  vignette: 0.6,
  prepare(stage) {
    const { seconds } = stage;
    const next = random(7);
    const water = stage.sprite(W, H, (ctx) => {
      ctx.backdrop(['#4fd0da', '#1b93b5', '#0c5c8a', '#08325c']);
      ctx.glow('#d8fff2', 250, -20, 330, 0.75);
    });
    const floor = stage.sprite(W, 130, (ctx) => {
      ctx.filter = 'blur(1.5px)';
      rocks(ctx, 11, '#0d3a5f', 60, 46);
      ctx.filter = 'none';
      rocks(ctx, 23, '#0a2a4a', 84, 34);
      corals(ctx);
      ctx.fillStyle = ctx.gradient(['#5d8f99', '#274f6b'], 100, 130);
      ctx.beginPath();
      ctx.moveTo(0, 130);
      for (let x = 0; x <= W; x += 8) ctx.lineTo(x, 112 + Math.sin(x / 47) * 4 + Math.sin(x / 19) * 2);
      ctx.lineTo(W, 130);
      ctx.fill();
    });
    const weeds = times(26, (i) => ({
      x: (i < 13 ? 10 + i * 13 : 420 + (i - 13) * 17) + next() * 12,
      height: 50 + next() * 120,
      phase: next() * TAU,
      color: mix('#0f7a5d', '#5ccf6e', next()),
    }));
    const coats = {
      far: FISH.map((kind) => coat(stage, kind, 0.55)),
      near: FISH.map((kind) => coat(stage, kind, 0.05)),
    };
    const shoal = times(17, (i): Fish => {
      const place = { x: next() * LAP, y: 50 + next() * 210, direction: next() > 0.25 ? 1 : -1 };
      const depth = 0.45 + next() * 0.75;
      const worn = coats[depth < 0.75 ? 'far' : 'near'];
      return { ...place, depth, phase: next() * TAU, coat: worn[i % worn.length] ?? coat(stage, FISH[0], 0) };
    })
      // Each fish has a twin one stride ahead, whose place it takes at the end of the loop.
      .flatMap((fish) => [fish, { ...fish, x: fish.x + STRIDE }])
      .sort((a, b) => a.depth - b.depth);
    const bubbles = times(26, () => ({
      x: 120 + next() * 18 + (next() > 0.5 ? 385 : 0),
      y: next() * H,
      r: 1 + next() * 3,
    }));

    return (ctx, t) => {
      const turn = (t / seconds) * TAU;
      water.draw(ctx, 0, 0);
      ctx.globalCompositeOperation = 'screen';
      for (let ray = 0; ray < 7; ray += 1) {
        const lean = Math.sin(turn + ray * 1.9);
        const top = 90 + ray * 58 + lean * 14;
        const spread = 18 + ray * 4;
        const light = ctx.createLinearGradient(0, 0, 0, 300);
        light.addColorStop(0, fade('#d9fff4', 0.2 + 0.1 * Math.sin(turn + ray * 2.3)));
        light.addColorStop(1, fade('#d9fff4', 0));
        const foot = top - 130 + lean * 20;
        ctx.polygon([top, -5, top + spread, -5, foot + spread * 3 + 20, 300, foot, 300], light);
      }
      ctx.globalCompositeOperation = 'source-over';
      for (const fish of shoal.filter((f) => f.depth < 0.75)) swim(ctx, fish, t, seconds);
      floor.draw(ctx, 0, H - 130);
      for (const weed of weeds) sway(ctx, weed, turn);
      for (const fish of shoal.filter((f) => f.depth >= 0.75)) swim(ctx, fish, t, seconds);
      ctx.pen('rgba(235,255,255,0.75)', 0.8);
      for (const bubble of bubbles) {
        const y = wrap(bubble.y - (t / seconds) * (H + 20), H + 20) - 10;
        ctx.beginPath();
        ctx.arc(bubble.x + Math.sin(y / 22 + bubble.r) * 4, y, bubble.r, 0, TAU);
        ctx.fillStyle = 'rgba(220,255,255,0.18)';
        ctx.fill();
        ctx.stroke();
      }
    };
  },
};

function rocks(ctx: Ctx, seed: number, color: string, base: number, height: number): void {
  const next = random(seed);
  ctx.fillStyle = color;
  for (let x = -30; x < W + 30; x += 34) {
    const r = height * (0.5 + next());
    ctx.oval(x + next() * 20, base + 40, r * 1.1, r);
  }
  ctx.fillRect(0, base + 30, W, 100);
}

function corals(ctx: Ctx): void {
  const next = random(5);
  ctx.lineCap = 'round';
  for (const [x, color, size] of [
    [70, '#ff7f8e', 22],
    [250, '#ffb36b', 17],
    [360, '#d98bff', 24],
    [540, '#ff8f6b', 20],
    [600, '#ffd166', 14],
  ] as const) {
    const branch = (bx: number, by: number, angle: number, length: number, depth: number): void => {
      const ex = bx + Math.cos(angle) * length;
      const ey = by + Math.sin(angle) * length;
      ctx.line([bx, by, ex, ey], mix(color, '#4a2350', depth / 7), depth * 1.5);
      if (depth > 1)
        for (let k = -1; k <= 1; k += 1)
          branch(ex, ey, angle + k * 0.5 + (next() - 0.5) * 0.4, length * 0.76, depth - 1);
    };
    branch(x, 118, -Math.PI / 2, size, 5);
  }
}

/** Draws a blade that narrows upward as one shape, which is ten times as fast as strokes of many widths. */
function sway(
  ctx: Ctx,
  weed: { x: number; height: number; phase: number; color: string },
  turn: number,
): void {
  const joints = times(10, (joint): [number, number, number] => {
    const k = joint / 9;
    const bend = Math.sin(turn + weed.phase + k * 3.2) * 11 * k;
    return [weed.x + bend, H - 8 - k * weed.height, lerp(3, 0.6, k)];
  });
  const left = joints.flatMap(([x, y, half]) => [x - half, y]);
  const right = joints.reverse().flatMap(([x, y, half]) => [x + half, y]);
  ctx.polygon([...left, ...right], weed.color);
}

/** A kind of fish at a distance. All but its moving tail is painted once. */
interface Coat {
  readonly size: number;
  readonly body: Sprite;
  readonly tail: string;
}

interface Fish {
  readonly coat: Coat;
  readonly x: number;
  readonly y: number;
  /** 1 to the right, -1 to the left. */
  readonly direction: number;
  readonly depth: number;
  readonly phase: number;
}

/** Bodies are painted this much larger, since the nearest fish are drawn larger. */
const DETAIL = 2;

/** @param haze how much of the water's color covers it, 0 to 1 */
function coat(stage: Stage, { body, stripe, size }: (typeof FISH)[number], haze: number): Coat {
  const light = mix(mix(body, '#ffffff', 0.3), WATER, haze);
  const dark = mix(mix(body, '#5a1f3d', 0.3), WATER, haze);
  const sprite = stage.sprite(2 * size * DETAIL, 2 * size * DETAIL, (ctx) => {
    ctx.scale(DETAIL, DETAIL);
    ctx.translate(size, size);
    ctx.fillStyle = ctx.gradient([light, dark], -size * 0.6, size * 0.6);
    ctx.polygon([-size * 0.3, -size * 0.4, size * 0.1, -size * 0.95, size * 0.4, -size * 0.4]);
    ctx.oval(0, 0, size, size * 0.58);
    ctx.save();
    ctx.clip();
    ctx.block(size * 0.15, -size, size * 0.22, size * 2, mix(stripe, WATER, haze));
    ctx.fillRect(-size * 0.5, -size, size * 0.18, size * 2);
    ctx.restore();
    ctx.disc(size * 0.62, -size * 0.12, size * 0.15, '#fff');
    ctx.disc(size * 0.66, -size * 0.12, size * 0.08, '#10202c');
  });
  return { size, body: sprite, tail: mix(light, dark, 0.5) };
}

function swim(ctx: Ctx, { coat, ...fish }: Fish, t: number, seconds: number): void {
  const { size, body, tail } = coat;
  const turn = (t / seconds) * TAU;
  const x = wrap(fish.x + (t / seconds) * STRIDE * fish.direction, LAP) - 130;
  const y = fish.y + Math.sin(turn + fish.phase) * 12;
  const wag = Math.sin(turn * 11 + fish.phase) * 0.45;
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(fish.direction * fish.depth, fish.depth);
  ctx.rotate(Math.cos(turn + fish.phase) * 0.12);
  const [end, swing] = [-size * 1.55, wag * size * 0.5];
  ctx.polygon(
    [-size * 0.8, 0, end, -size * 0.55 + swing, -size * 1.3, wag * size * 0.4, end, size * 0.55 + swing],
    tail,
  );
  body.draw(ctx, -size, -size, 1 / DETAIL);
  ctx.restore();
}
