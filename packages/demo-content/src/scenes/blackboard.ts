import type { Ctx } from '../canvas.ts';
import { clamp, fade, H, lerp, ramp, random, TAU, times, W } from '../drawing.ts';
import type { Scene } from '../stage.ts';

const CHALK = '#f3efe2';
const YELLOW = '#ffd98a';
const ROSE = '#ff9f8f';
const MINT = '#8fe3c4';

/** A lesson on a blackboard: a point moves around a circle and traces a sine wave, in chalk. */
export const blackboard: Scene = {
  seconds: 32,
  vignette: 0.5,
  prepare(stage) {
    const next = random(21);
    const board = stage.sprite(W, H, (ctx) => {
      ctx.backdrop(['#8a5a38', '#6a4028']);
      ctx.box(14, 12, W - 28, H - 40, 4, ctx.gradient(['#23483f', '#1b3a34', '#16302c']));
      ctx.filter = 'blur(14px)';
      for (let wipe = 0; wipe < 16; wipe += 1) {
        ctx.pen(`rgba(230,240,225,${0.02 + next() * 0.045})`, 18 + next() * 30);
        ctx.line([next() * W, 30 + next() * 270, next() * W, 30 + next() * 270]);
      }
      ctx.filter = 'none';
      ctx.block(0, H - 28, W, 28, '#5a3622');
      ctx.block(0, H - 28, W, 4, '#9a6a44');
      for (const [x, color] of [
        [80, CHALK],
        [118, YELLOW],
        [150, ROSE],
      ] as const) {
        ctx.box(x, H - 32, 26, 6, 2, color);
      }
      ctx.block(520, H - 40, 62, 14, '#3a3f4a');
    });
    // Dark dust over every line makes the chalk look uneven.
    const dust = stage.sprite(W, H, (ctx) => {
      for (let speck = 0; speck < 9000; speck += 1) {
        ctx.fillStyle = `rgba(27,58,52,${next() * 0.55})`;
        ctx.fillRect(14 + next() * (W - 28), 12 + next() * (H - 40), 0.7 + next(), 0.7 + next());
      }
    });

    return (ctx, t) => {
      const way = t / stage.seconds;
      const [cx, cy, r] = [150, 176, 82];
      const clean = 1 - ramp(t, 29.6, 31.4);
      board.draw(ctx, 0, 0);
      ctx.globalAlpha = clean;
      ctx.lineCap = 'round';
      stroke(
        ctx,
        CHALK,
        2.4,
        trace(0, 1, (k) => [cx + Math.cos(-k * TAU) * r, cy + Math.sin(-k * TAU) * r]),
        ramp(t, 0, 2.2),
      );
      stroke(ctx, CHALK, 1.8, [cx - r - 22, cy, W - 34, cy], ramp(t, 1.6, 3.2));
      stroke(ctx, CHALK, 1.8, [cx, cy + r + 18, cx, cy - r - 18], ramp(t, 2.4, 3.6));
      stroke(ctx, CHALK, 1.8, [272, cy + r + 14, 272, cy - r - 14], ramp(t, 3, 4));
      const angle = -TAU * 2 * clamp((t - 4) / 20);
      const [px, py] = [cx + Math.cos(angle) * r, cy + Math.sin(angle) * r];
      if (t > 3.6) {
        const on = ramp(t, 3.6, 4.2);
        ctx.globalAlpha = clean * on;
        stroke(ctx, YELLOW, 2.6, [cx, cy, px, py]);
        stroke(ctx, ROSE, 2.6, [px, cy, px, py]);
        stroke(ctx, MINT, 2.2, [cx, cy, px, cy]);
        ctx.setLineDash([4, 5]);
        stroke(ctx, fade(CHALK, 0.6), 1.2, [px, py, 272 + clamp((t - 4) / 20) * 316, py]);
        ctx.setLineDash([]);
        ctx.pen(YELLOW, 1.6);
        ctx.beginPath();
        ctx.arc(cx, cy, 20, 0, angle % TAU, true);
        ctx.stroke();
        ctx.label('θ', cx + 27, cy - 9, 'italic 600 15px Greek', YELLOW, 'center');
        ctx.disc(px, py, 4.5, CHALK);
      }
      ctx.globalAlpha = clean;
      stroke(
        ctx,
        ROSE,
        3,
        trace(0, clamp((t - 4) / 20), (k) => [272 + k * 316, cy + Math.sin(-TAU * 2 * k) * r]),
      );
      stroke(
        ctx,
        MINT,
        2.2,
        trace(0, clamp((t - 22) / 5), (k) => [272 + k * 316, cy - Math.cos(TAU * 2 * k) * r]),
      );
      write(ctx, 'One turn of the circle, one wave', 40, 52, 22, CHALK, (t - 1) / 2.6);
      write(ctx, 'height = sin θ', 300, 300, 18, ROSE, (t - 8) / 2);
      write(ctx, 'width = cos θ', 460, 300, 18, MINT, (t - 23) / 2);
      write(ctx, 'sin²θ + cos²θ = 1', 404, 52, 19, YELLOW, (t - 25.5) / 2);
      for (const [k, text] of [
        [0.25, 'π'],
        [0.5, '2π'],
        [0.75, '3π'],
        [1, '4π'],
      ] as const)
        write(ctx, text, 266 + k * 316, cy + 19, 12, CHALK, (t - 4 - k * 20) / 0.6);
      ctx.globalAlpha = 1;
      dust.draw(ctx, 0, 0);
      hand(ctx, t, px, py, way);
    };
  },
};

function trace(from: number, to: number, at: (k: number) => readonly [number, number]): number[] {
  const steps = Math.max(1, Math.ceil((to - from) * 120));
  return times(steps + 1, (i) => at(lerp(from, to, i / steps))).flat();
}

/** @param points x and y of each point @param part how much of the stroke is drawn, 0 to 1 */
function stroke(ctx: Ctx, color: string, width: number, points: readonly number[], part = 1): void {
  if (part <= 0) return;
  const [ax = 0, ay = 0, bx = 0, by = 0] = points;
  const shown =
    points.length === 4
      ? [ax, ay, lerp(ax, bx, part), lerp(ay, by, part)]
      : points.slice(0, 2 * Math.max(2, Math.ceil((points.length / 2) * part)));
  ctx.lineJoin = 'round';
  ctx.line(shown, color, width);
}

function write(
  ctx: Ctx,
  text: string,
  x: number,
  y: number,
  size: number,
  color: string,
  part: number,
): void {
  const written = text.slice(0, Math.ceil(text.length * clamp(part)));
  ctx.label(written, x, y, `italic 500 ${size}px Bricolage, Greek`, color);
}

function hand(ctx: Ctx, t: number, px: number, py: number, way: number): void {
  const wiping = ramp(t, 29, 29.6) * (1 - ramp(t, 31.4, 32));
  const writing = lerp(px, 272 + clamp((t - 4) / 20) * 316, ramp(t, 4, 5));
  const x = lerp(writing, 320 + Math.sin(way * TAU * 32) * 260, wiping);
  const y = lerp(py, 180 + Math.cos(way * TAU * 20) * 90, wiping);
  if (wiping > 0.3) {
    ctx.box(x - 34, y - 13, 68, 26, 4, '#3a3f4a');
    ctx.block(x - 34, y + 5, 68, 8, '#d8cdb4');
  } else {
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(0.9);
    ctx.box(0, -3, 26, 6, 2, CHALK);
    ctx.restore();
  }
}
