import {
  backdrop,
  type Ctx,
  clamp,
  disc,
  fade,
  gradient,
  H,
  label,
  lerp,
  path,
  pen,
  ramp,
  random,
  rect,
  type Scene,
  TAU,
  W,
} from '../stage.ts';

const CHALK = '#f3efe2';
const YELLOW = '#ffd98a';
const ROSE = '#ff9f8f';
const MINT = '#8fe3c4';

/** A lesson on a blackboard: a point goes round a circle and leaves a sine wave, step by step, in chalk. */
export const blackboard: Scene = {
  seconds: 32,
  vignette: 0.5,
  prepare(stage) {
    const next = random(21);
    const board = stage.sprite(W, H, (ctx) => {
      backdrop(ctx, ['#8a5a38', '#6a4028']);
      ctx.fillStyle = gradient(ctx, ['#23483f', '#1b3a34', '#16302c']);
      ctx.beginPath();
      ctx.roundRect(14, 12, W - 28, H - 40, 4);
      ctx.fill();
      ctx.filter = 'blur(14px)';
      for (let wipe = 0; wipe < 16; wipe += 1) {
        pen(ctx, `rgba(230,240,225,${0.02 + next() * 0.045})`, 18 + next() * 30);
        path(ctx, [
          [next() * W, 30 + next() * 270],
          [next() * W, 30 + next() * 270],
        ]);
        ctx.stroke();
      }
      ctx.filter = 'none';
      rect(ctx, 0, H - 28, W, 28, '#5a3622');
      rect(ctx, 0, H - 28, W, 4, '#9a6a44');
      for (const [x, color] of [
        [80, CHALK],
        [118, YELLOW],
        [150, ROSE],
      ] as const) {
        ctx.fillStyle = color;
        ctx.beginPath();
        ctx.roundRect(x, H - 32, 26, 6, 2);
        ctx.fill();
      }
      rect(ctx, 520, H - 40, 62, 14, '#3a3f4a');
    });
    // Chalk is uneven: dark dust laid over every line breaks it up.
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
      stroke(
        ctx,
        CHALK,
        1.8,
        [
          [cx - r - 22, cy],
          [W - 34, cy],
        ],
        ramp(t, 1.6, 3.2),
      );
      stroke(
        ctx,
        CHALK,
        1.8,
        [
          [cx, cy + r + 18],
          [cx, cy - r - 18],
        ],
        ramp(t, 2.4, 3.6),
      );
      stroke(
        ctx,
        CHALK,
        1.8,
        [
          [272, cy + r + 14],
          [272, cy - r - 14],
        ],
        ramp(t, 3, 4),
      );
      const angle = -TAU * 2 * clamp((t - 4) / 20);
      const [px, py] = [cx + Math.cos(angle) * r, cy + Math.sin(angle) * r];
      if (t > 3.6) {
        const on = ramp(t, 3.6, 4.2);
        ctx.globalAlpha = clean * on;
        stroke(
          ctx,
          YELLOW,
          2.6,
          [
            [cx, cy],
            [px, py],
          ],
          1,
        );
        stroke(
          ctx,
          ROSE,
          2.6,
          [
            [px, cy],
            [px, py],
          ],
          1,
        );
        stroke(
          ctx,
          MINT,
          2.2,
          [
            [cx, cy],
            [px, cy],
          ],
          1,
        );
        ctx.setLineDash([4, 5]);
        stroke(
          ctx,
          fade(CHALK, 0.6),
          1.2,
          [
            [px, py],
            [272 + clamp((t - 4) / 20) * 316, py],
          ],
          1,
        );
        ctx.setLineDash([]);
        pen(ctx, YELLOW, 1.6);
        ctx.beginPath();
        ctx.arc(cx, cy, 20, 0, angle % TAU, true);
        ctx.stroke();
        label(ctx, 'θ', cx + 27, cy - 9, 'italic 600 15px Greek', YELLOW, 'center');
        disc(ctx, px, py, 4.5, CHALK);
      }
      ctx.globalAlpha = clean;
      stroke(
        ctx,
        ROSE,
        3,
        trace(0, clamp((t - 4) / 20), (k) => [272 + k * 316, cy + Math.sin(-TAU * 2 * k) * r]),
        1,
      );
      stroke(
        ctx,
        MINT,
        2.2,
        trace(0, clamp((t - 22) / 5), (k) => [272 + k * 316, cy - Math.cos(TAU * 2 * k) * r]),
        1,
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

type Point = readonly [number, number];

function trace(from: number, to: number, at: (k: number) => Point): Point[] {
  const steps = Math.max(1, Math.ceil((to - from) * 120));
  return Array.from({ length: steps + 1 }, (_, i) => at(lerp(from, to, i / steps)));
}

function stroke(ctx: Ctx, color: string, width: number, points: readonly Point[], part: number): void {
  if (part <= 0 || points.length < 2) return;
  const [a, b] = [points[0], points[1]];
  const shown =
    points.length === 2 && a && b
      ? [a, [lerp(a[0], b[0], part), lerp(a[1], b[1], part)] as const]
      : points.slice(0, Math.max(2, Math.ceil(points.length * part)));
  path(ctx, shown);
  pen(ctx, color, width);
  ctx.lineJoin = 'round';
  ctx.stroke();
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
  if (part <= 0) return;
  label(
    ctx,
    text.slice(0, Math.ceil(text.length * clamp(part))),
    x,
    y,
    `italic 500 ${size}px Bricolage, Greek`,
    color,
  );
}

function hand(ctx: Ctx, t: number, px: number, py: number, way: number): void {
  const wiping = ramp(t, 29, 29.6) * (1 - ramp(t, 31.4, 32));
  const [x, y] = [
    lerp(
      lerp(px, 272 + clamp((t - 4) / 20) * 316, ramp(t, 4, 5)),
      320 + Math.sin(way * TAU * 32) * 260,
      wiping,
    ),
    lerp(lerp(py, py, 0), 180 + Math.cos(way * TAU * 20) * 90, wiping),
  ];
  if (wiping > 0.3) {
    ctx.fillStyle = '#3a3f4a';
    ctx.beginPath();
    ctx.roundRect(x - 34, y - 13, 68, 26, 4);
    ctx.fill();
    rect(ctx, x - 34, y + 5, 68, 8, '#d8cdb4');
  } else {
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(0.9);
    ctx.fillStyle = CHALK;
    ctx.beginPath();
    ctx.roundRect(0, -3, 26, 6, 2);
    ctx.fill();
    ctx.restore();
  }
}
