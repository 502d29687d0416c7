import type { Ctx } from '../canvas.ts';
import { fade, mix, random, TAU, times, W, wrap } from '../drawing.ts';
import type { Scene } from '../stage.ts';

/** A drive through dunes at dusk, seen over the hood of the car, on a road toward the last light. */
export const desert: Scene = {
  seconds: 32,
  vignette: 0.55,
  prepare(stage) {
    const next = random(17);
    const horizon = 196;
    const far = stage.sprite(W, 360, (ctx) => {
      ctx.backdrop(['#141a3f', '#3d2d64', '#a04b6b', '#f0865c', '#ffd08a', '#5a3a4a', '#3a2338']);
      for (let star = 0; star < 90; star += 1) {
        ctx.fillStyle = `rgba(255,255,255,${next() * 0.85})`;
        const size = 0.5 + next();
        ctx.fillRect(next() * W, next() ** 2 * 130, size, size);
      }
      ctx.glow('#ffdf9e', 320, horizon - 6, 230, 0.9);
      ctx.disc(320, horizon - 8, 34, '#fff0c2');
      ctx.glow('#cfd8ff', 520, 62, 60, 0.5);
      ctx.disc(520, 62, 13, '#f4f1ff');
      ctx.disc(515, 59, 11.5, '#2e2a5c');
    });
    const posts = times(16, (i) => ({ z: i / 16, side: i % 2 ? 1 : -1 }));
    const shrubs = times(40, () => ({
      z: next(),
      x: (next() > 0.5 ? 1 : -1) * (1.5 + next() * 5),
      size: 0.5 + next(),
    }));

    return (ctx, t) => {
      const way = t / stage.seconds;
      const turn = way * TAU;
      const bend = Math.sin(turn) * 90 + Math.sin(turn * 2) * 30;
      far.draw(ctx, 0, 0);
      ctx.hills(bend * 0.25 + 200, horizon + 2, 9, 640, [1, 2, 5], '#8a4a5e');
      ctx.hills(bend * 0.5 + 40, horizon + 10, 8, 640, [1, 3, 4], '#6a3850');
      ctx.block(0, horizon + 8, W, 200, ctx.gradient(['#8d4d56', '#6b3a4c', '#3a2136'], horizon, 360));
      road(ctx, horizon + 8, bend, way);
      const place = (z: number, x: number): [number, number, number] => {
        const near = 1 / (1 + (1 - z) * 14);
        const k = 1 - near;
        return [320 + bend * k * k + x * 150 * near, horizon + 8 + 190 * near, near];
      };
      for (const shrub of [...shrubs].sort((a, b) => wrap(a.z + way * 12, 1) - wrap(b.z + way * 12, 1))) {
        const z = wrap(shrub.z + way * 12, 1);
        const [x, y, near] = place(z, shrub.x);
        ctx.fillStyle = fade(mix('#6a3a4e', '#1c1226', near * 1.5), Math.min(1, z * 5));
        for (const [dx, r] of [
          [-8, 9],
          [0, 13],
          [9, 8],
        ] as const)
          ctx.disc(x + dx * near * shrub.size * 2, y - 4 * near, r * near * shrub.size * 1.8);
      }
      for (const post of posts) {
        const z = wrap(post.z + way * 24, 1);
        const [x, y, near] = place(z, post.side * 1.25);
        ctx.block(x - 2 * near, y - 34 * near, 5 * near, 34 * near, fade('#efe2d2', Math.min(1, z * 4)));
        ctx.glow('#ffb35c', x, y - 28 * near, 26 * near, 0.9);
      }
      for (const lamp of [0.1, 0.6]) {
        const z = wrap(lamp + way * 5, 1);
        const [x, y, near] = place(z, -0.45);
        for (const side of [-1, 1])
          ctx.glow('#fff2cf', x + side * 26 * near, y - 18 * near, 16 + 60 * near, Math.min(1, z * 3));
      }
      ctx.globalCompositeOperation = 'screen';
      for (const side of [-1, 1]) ctx.glow('#8a6a48', 320 + side * 60, 330, 170, 0.5);
      ctx.globalCompositeOperation = 'source-over';
      dashboard(ctx, turn, bend);
    };
  },
};

function road(ctx: Ctx, top: number, bend: number, way: number): void {
  const rows = 44;
  let previous: [number, number, number] | null = null;
  for (let row = 0; row <= rows; row += 1) {
    const near = (row / rows) ** 1.7 * 0.95 + 0.012;
    const k = 1 - near;
    const x = 320 + bend * k * k;
    const y = top + 190 * near;
    if (previous) {
      const [px, py, pn] = previous;
      ctx.fillStyle = mix('#5a3a48', '#1f1826', near);
      ctx.polygon([px - 165 * pn, py, px + 165 * pn, py, x + 165 * near, y + 0.6, x - 165 * near, y + 0.6]);
      const depth = 1 / near;
      if (wrap(depth * 0.55 + way * 96, 1) < 0.5) {
        ctx.fillStyle = '#f2cf8e';
        ctx.polygon([px - 3.4 * pn, py, px + 3.4 * pn, py, x + 3.4 * near, y + 0.6, x - 3.4 * near, y + 0.6]);
      }
      for (const side of [-1, 1]) {
        ctx.fillStyle = fade('#f5e6d8', 0.75);
        const [inner, outer] = [side * 150, side * 154];
        ctx.polygon([px + inner * pn, py, px + outer * pn, py, x + outer * near, y, x + inner * near, y]);
      }
    }
    previous = [x, y, near];
  }
}

function dashboard(ctx: Ctx, turn: number, bend: number): void {
  ctx.shape(`M0 360 L0 322 Q160 300 330 302 Q520 304 ${W} 328 L${W} 360`, '#0d0a14');
  for (const [x, k] of [
    [176, 0.72 + Math.sin(turn * 3) * 0.04],
    [248, 0.42 + Math.sin(turn * 5) * 0.08],
  ] as const) {
    ctx.glow('#35c6c0', x, 330, 46, 0.28);
    ctx.pen('#35c6c0', 2);
    ctx.ring(x, 336, 23, Math.PI, TAU);
    ctx.strokeStyle = '#ff7a59';
    ctx.line([x, 336, x + Math.cos(Math.PI + k * Math.PI) * 20, 336 + Math.sin(Math.PI + k * Math.PI) * 20]);
  }
  ctx.save();
  ctx.translate(210, 372);
  ctx.rotate(bend / 420);
  ctx.pen('#050408', 13);
  ctx.ring(0, 0, 76);
  ctx.pen('#221a2c', 3);
  ctx.ring(0, 0, 79, Math.PI, TAU);
  ctx.restore();
}
