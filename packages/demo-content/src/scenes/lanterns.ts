import { fade, H, mix, random, TAU, times, W, wrap } from '../drawing.ts';
import type { Scene } from '../stage.ts';

const WATER = 262;

/** A lantern festival by a lake: lights rise and are mirrored in the water, and people watch from the shore. */
export const lanterns: Scene = {
  seconds: 32,
  vignette: 0.5,
  prepare(stage) {
    const { seconds } = stage;
    const next = random(41);
    const sky = stage.sprite(W, H, (ctx) => {
      ctx.fillStyle = ctx.gradient(['#0a1230', '#1b2250', '#47356f', '#a4587a', '#f0a07a'], 0, WATER);
      ctx.fillRect(0, 0, W, WATER);
      for (let star = 0; star < 130; star += 1) {
        ctx.fillStyle = `rgba(255,255,255,${next() * 0.8})`;
        const size = 0.5 + next();
        ctx.fillRect(next() * W, next() ** 2 * 170, size, size);
      }
      ctx.hills(40, 246, 20, 640, [1, 3, 5], '#3c2f61');
      ctx.hills(300, 256, 14, 640, [2, 3, 7], '#251f47');
      ctx.fillStyle = ctx.gradient(['#b06a7d', '#4b3566', '#171a3c', '#0b1026'], WATER, H);
      ctx.fillRect(0, WATER, W, H - WATER);
    });
    const shore = stage.sprite(W, 90, (ctx) => {
      ctx.fillStyle = '#060813';
      ctx.beginPath();
      ctx.moveTo(0, 90);
      for (let x = 0; x <= W; x += 6) ctx.lineTo(x, 74 + Math.sin(x / 90) * 5 + Math.sin(x / 21) * 1.5);
      ctx.lineTo(W, 90);
      ctx.fill();
      for (let person = 0; person < 22; person += 1) {
        const x = 18 + person * 28 + next() * 16;
        const size = 0.75 + next() * 0.5;
        ctx.disc(x, 70 - 27 * size, 5 * size);
        ctx.box(x - 7 * size, 70 - 21 * size, 14 * size, 40 * size, 6 * size);
        if (next() > 0.55) {
          ctx.lineWidth = 3.2 * size;
          ctx.strokeStyle = '#060813';
          ctx.lineCap = 'round';
          ctx.line([x + 5 * size, 70 - 16 * size, x + 12 * size, 70 - 38 * size]);
        }
      }
    });
    const paper = stage.sprite(30, 40, (ctx) => {
      const glow = ctx.createLinearGradient(0, 0, 0, 40);
      glow.addColorStop(0, '#c4471d');
      glow.addColorStop(0.6, '#ff9a3d');
      glow.addColorStop(1, '#fff0b8');
      ctx.shape('M6 2 Q15 -2 24 2 Q30 16 23 37 Q15 41 7 37 Q0 16 6 2', glow);
      ctx.pen('rgba(120,30,10,0.35)', 0.8);
      for (const x of [10, 15, 20]) {
        ctx.line([x, 2, x, 38]);
      }
    });
    const flock = times(90, () => {
      const depth = next() ** 1.7;
      return { x: next() * W, start: next(), depth, drift: next() * TAU, laps: depth > 0.45 ? 2 : 1 };
    }).sort((a, b) => a.depth - b.depth);

    return (ctx, t) => {
      const turn = (t / seconds) * TAU;
      sky.draw(ctx, 0, 0);
      ctx.globalCompositeOperation = 'screen';
      for (const lantern of flock) {
        const rise = wrap(lantern.start + (t / seconds) * lantern.laps, 1);
        const y = WATER + 6 - rise * (WATER + 60);
        const x = lantern.x + Math.sin(turn * 2 + lantern.drift) * 10 * (0.4 + lantern.depth) + rise * 26;
        const size = 0.14 + lantern.depth * 0.95;
        const bright = Math.min(1, rise * 12) * (0.82 + 0.18 * Math.sin(turn * 21 + lantern.drift * 5));
        ctx.glow('#ff8a3a', x, y, 46 * size + 5, 0.6 * bright);
        const mirrored = 2 * WATER - y;
        if (mirrored < H + 40)
          for (let streak = 0; streak < 3; streak += 1) {
            const sway = Math.sin(turn * 9 + streak * 2 + lantern.drift) * 4;
            ctx.glow('#ff9a4d', x + sway, mirrored + streak * 7 * size, 20 * size + 3, 0.3 * bright);
          }
      }
      ctx.globalCompositeOperation = 'source-over';
      for (const lantern of flock) {
        const rise = wrap(lantern.start + (t / seconds) * lantern.laps, 1);
        const y = WATER + 6 - rise * (WATER + 60);
        const x = lantern.x + Math.sin(turn * 2 + lantern.drift) * 10 * (0.4 + lantern.depth) + rise * 26;
        const size = 0.14 + lantern.depth * 0.95;
        paper.draw(ctx, x - 15 * size, y - 20 * size, size, Math.min(1, rise * 12));
      }
      for (let line = 0; line < 34; line += 1) {
        const y = WATER + 2 + (line / 34) ** 1.5 * 96;
        const x = wrap(line * 173 + Math.sin(turn * (1 + (line % 3)) + line) * 26, W + 120) - 60;
        ctx.fillStyle = fade(mix('#ffc59a', '#56508c', line / 34), 0.22);
        ctx.fillRect(x - 40, y, 80 + (line % 5) * 22, 0.9 + line * 0.035);
      }
      shore.draw(ctx, 0, H - 88 + Math.sin(turn * 8) * 0.4);
    };
  },
};
