import type { Ctx } from '../canvas.ts';
import { fade, H, lerp, mix, random, smooth, TAU, times, W, wrap } from '../drawing.ts';
import type { Scene } from '../stage.ts';

/** Joint angles of a figure seen from the side, in turns: spine, thighs and shins, upper arms and forearms. */
interface Pose {
  readonly hip: readonly [number, number];
  readonly spine: number;
  readonly legs: readonly [number, number, number, number];
  readonly arms: readonly [number, number, number, number];
}

const STRAIGHT = [0.25, 0.25, 0.25, 0.25] as const;
const POSES = {
  Mountain: { hip: [0, -92], spine: -0.25, legs: STRAIGHT, arms: [0.23, 0.24, 0.27, 0.26] },
  'Reach up': { hip: [0, -92], spine: -0.25, legs: STRAIGHT, arms: [-0.27, -0.26, -0.23, -0.24] },
  Warrior: { hip: [0, -66], spine: -0.25, legs: [0.03, 0.25, 0.38, 0.37], arms: [0, 0, 0.5, 0.5] },
  Triangle: { hip: [-6, -78], spine: -0.1, legs: [0.14, 0.15, 0.36, 0.36], arms: [0.25, 0.25, -0.25, -0.25] },
  Tree: { hip: [0, -92], spine: -0.25, legs: [0.25, 0.25, 0.04, 0.42], arms: [-0.28, -0.24, -0.22, -0.26] },
  'Half moon': { hip: [8, -88], spine: 0.02, legs: [0.25, 0.25, 0.5, 0.5], arms: [0.25, 0.25, -0.25, -0.25] },
} as const satisfies Record<string, Pose>;

const SEQUENCE = [
  'Mountain',
  'Reach up',
  'Warrior',
  'Triangle',
  'Warrior',
  'Tree',
  'Half moon',
  'Reach up',
] as const;

/** Morning exercise on a pier: a figure moves through eight poses of four seconds, with a timer. */
export const sunrise: Scene = {
  seconds: 32,
  prepare(stage) {
    const next = random(14);
    const view = stage.sprite(W, H, (ctx) => {
      ctx.backdrop(['#7fb6d9', '#f2c9b0', '#ffd9a0', '#ffb98a']);
      ctx.glow('#fff3cf', 430, 178, 260, 0.95);
      ctx.disc(430, 170, 40, '#fff8e4');
      ctx.hills(80, 196, 18, 640, [1, 2, 5], '#b88a98');
      ctx.hills(320, 208, 12, 640, [1, 3, 4], '#8f7390');
      ctx.block(0, 214, W, H, ctx.gradient(['#ffcfa0', '#4d7f96'], 214, H));
    });
    const pier = stage.sprite(W, 90, (ctx) => {
      ctx.polygon([40, 24, 420, 24, 520, 90, -60, 90], '#7a5248');
      ctx.pen('rgba(50,25,25,0.4)', 1.5);
      for (let plank = 0; plank < 18; plank += 1) {
        ctx.line([40 + plank * 22.3, 24, -60 + plank * 34, 90]);
      }
      ctx.polygon([120, 40, 346, 40, 372, 62, 96, 62], '#2f8f8a');
    });
    const birds = times(7, () => ({ x: next() * 760, y: 50 + next() * 70, phase: next() * TAU }));

    return (ctx, t) => {
      const way = t / stage.seconds;
      const turn = way * TAU;
      view.draw(ctx, 0, 0);
      for (let line = 0; line < 60; line += 1) {
        const y = 217 + (line / 60) ** 1.6 * 140;
        const spread = 20 + line * 5;
        const x = 430 + Math.sin(turn * (2 + (line % 3)) + line * 2.1) * spread * 0.5;
        ctx.fillStyle = fade(mix('#fff4d8', '#bfe0e8', line / 60), 0.35);
        ctx.fillRect(x - spread / 2, y, spread, 1 + line * 0.02);
      }
      ctx.pen('#5a4658', 1.8);
      for (const bird of birds) {
        const x = wrap(bird.x + way * 760, 760) - 60;
        const flap = Math.sin(turn * 40 + bird.phase) * 4;
        ctx.line([x - 7, bird.y - flap, x, bird.y, x + 7, bird.y - flap]);
      }
      pier.draw(ctx, 0, H - 90);
      const index = Math.floor(t / 4) % 8;
      const from = SEQUENCE[index] ?? 'Mountain';
      const to = SEQUENCE[(index + 1) % 8] ?? 'Mountain';
      const k = smooth(((t % 4) - 2.6) / 1.4);
      figure(ctx, POSES[from], POSES[to], k, Math.sin(turn * 8) * 1.2);
      panel(ctx, k > 0.5 ? to : from, (t % 4) / 4, index);
    };
  },
};

function figure(ctx: Ctx, from: Pose, to: Pose, k: number, breath: number): void {
  const ground = 322;
  const hip: [number, number] = [
    230 + lerp(from.hip[0], to.hip[0], k),
    ground + lerp(from.hip[1], to.hip[1], k) + breath * 0.4,
  ];
  const at = ([x, y]: readonly [number, number], angle: number, length: number): [number, number] => [
    x + Math.cos(angle * TAU) * length,
    y + Math.sin(angle * TAU) * length,
  ];
  const legs = from.legs.map((a, i) => lerp(a, to.legs[i] ?? a, k));
  const arms = from.arms.map((a, i) => lerp(a, to.arms[i] ?? a, k));
  const spine = lerp(from.spine, to.spine, k);
  const neck = at(hip, spine, 62 + breath);
  const head = at(neck, spine, 20);
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.oval(hip[0], ground + 6, 70, 7, 'rgba(40,20,30,0.35)');
  const limb = (
    start: [number, number],
    a: number,
    b: number,
    la: number,
    lb: number,
    color: string,
    width: number,
  ): void => {
    const joint = at(start, a, la);
    const end = at(joint, b, lb);
    ctx.line([...start, ...joint, ...end], color, width);
    ctx.disc(end[0], end[1], width / 2, '#b87850');
  };
  limb(hip, legs[2] ?? 0, legs[3] ?? 0, 46, 46, '#23304f', 18);
  limb(neck, arms[2] ?? 0, arms[3] ?? 0, 32, 30, '#a5663f', 11);
  ctx.line([...at(hip, spine, 8), ...at(neck, spine, -10)], '#e8604c', 28);
  limb(hip, legs[0] ?? 0, legs[1] ?? 0, 46, 46, '#2d3d63', 19);
  limb(neck, arms[0] ?? 0, arms[1] ?? 0, 32, 30, '#b87850', 12);
  ctx.disc(head[0] - 4, head[1] - 4, 15, '#2a1a1e');
  ctx.disc(head[0] - 16, head[1] - 10, 8, '#2a1a1e');
  ctx.disc(head[0], head[1], 13.5, '#b87850');
}

function panel(ctx: Ctx, name: string, part: number, index: number): void {
  ctx.box(456, 24, 164, 60, 14, 'rgba(36,24,44,0.72)');
  ctx.lineCap = 'round';
  ctx.lineWidth = 5;
  ctx.strokeStyle = 'rgba(255,255,255,0.2)';
  ctx.ring(488, 54, 18);
  ctx.strokeStyle = '#ffc46b';
  ctx.ring(488, 54, 18, -Math.PI / 2, -Math.PI / 2 + TAU * (1 - part) + 0.001);
  ctx.label(String(Math.ceil((1 - part) * 4)), 488, 60, '800 16px Bricolage', '#fff', 'center');
  ctx.label(name, 518, 51, '700 17px Bricolage', '#fff');
  ctx.label(`postura ${index + 1} de 8`, 518, 69, '500 12px Inter', '#e8d5d8');
}
