import type { Ctx } from '../canvas.ts';
import { fade, H, mix, random, TAU, times, W, wrap } from '../drawing.ts';
import { pianoNotes } from '../music/pieces.ts';
import type { Scene } from '../stage.ts';

const LOWEST = 36;
const KEYS = 49;
const BLACK = new Set([1, 3, 6, 8, 10]);
const TOP = 286;
const COLORS = ['#35d0c6', '#ffb45c', '#ff7a6b'];

/** A piano from above: notes fall onto the keys that play them. */
export const piano: Scene = {
  seconds: 32,
  prepare(stage) {
    const next = random(4);
    const whites = times(KEYS, (i) => LOWEST + i).filter((pitch) => !BLACK.has(pitch % 12));
    const width = W / whites.length;
    const xOf = (pitch: number): [number, number] => {
      const below = whites.filter((white) => white < pitch).length;
      return BLACK.has(pitch % 12) ? [below * width - width * 0.3, width * 0.6] : [below * width, width];
    };
    const notes = pianoNotes().map((note) => ({
      ...note,
      x: xOf(note.pitch),
      color: COLORS[note.hand] ?? '#fff',
    }));
    const view = stage.sprite(W, H, (ctx) => {
      ctx.backdrop(['#0a121c', '#102233', '#143042']);
      for (const [i] of whites.entries()) {
        ctx.block(i * width, 0, 1, TOP, i % 7 === 0 ? 'rgba(255,255,255,0.07)' : 'rgba(255,255,255,0.025)');
      }
    });
    const sparks = times(220, () => ({ dx: next() - 0.5, up: next(), life: 0.4 + next() * 0.8 }));

    return (ctx, t) => {
      view.draw(ctx, 0, 0);
      const turn = (t / stage.seconds) * TAU;
      for (let bloom = 0; bloom < 5; bloom += 1) {
        const x = 64 + bloom * 128 + Math.sin(turn * (1 + (bloom % 2)) + bloom) * 50;
        ctx.glow(COLORS[bloom % 3] ?? '#fff', x, 300, 150, 0.16);
      }
      const active = new Map<number, string>();
      for (const note of notes) {
        const until = wrap(note.start - t + note.length, stage.seconds) - note.length;
        if (until > 3.4) continue;
        const y = TOP - (until + note.length) * 84;
        const [x, w] = note.x;
        const bottom = Math.min(TOP, TOP - until * 84);
        const sounding = until <= 0;
        if (sounding) active.set(note.pitch, note.color);
        if (sounding) ctx.glow(note.color, x + w / 2, TOP, 70, 0.75);
        const shades = [mix(note.color, '#ffffff', 0.25), mix(note.color, '#0c1a26', sounding ? 0 : 0.25)];
        ctx.box(x + 1, y + 1, w - 2, Math.max(3, bottom - y - 2), 4, ctx.gradient(shades, y, bottom));
        if (sounding)
          for (let i = 0; i < 8; i += 1) {
            const spark = sparks[(note.pitch * 8 + i * 3) % sparks.length];
            if (!spark) continue;
            const age = wrap(t * 1.5 + spark.life + i / 8, 1);
            const sparkX = x + w / 2 + spark.dx * 46 * age;
            ctx.glow('#fff3cf', sparkX, TOP - age * 60 * (0.4 + spark.up), 5 * (1 - age), 1 - age);
          }
      }
      keyboard(ctx, whites, width, active, xOf);
      ctx.label('Nocturne für einen langsamen Fluss', 20, 34, '700 17px Bricolage', fade('#ffffff', 0.92));
      ctx.label('live vom Dachboden', 20, 52, '500 12px Inter', fade('#a8d8dc', 0.8));
    };
  },
};

function keyboard(
  ctx: Ctx,
  whites: readonly number[],
  width: number,
  active: ReadonlyMap<number, string>,
  xOf: (pitch: number) => [number, number],
): void {
  ctx.block(0, TOP, W, H - TOP, '#05090d');
  for (const [i, pitch] of whites.entries()) {
    const lit = active.get(pitch);
    ctx.fillStyle = ctx.gradient(lit ? [lit, mix(lit, '#ffffff', 0.5)] : ['#c9d2d4', '#f6f4ee'], TOP, H);
    ctx.box(i * width + 0.6, TOP + (lit ? 2 : 0), width - 1.2, H - TOP - 3, 3);
  }
  for (let pitch = LOWEST; pitch < LOWEST + KEYS; pitch += 1) {
    if (!BLACK.has(pitch % 12)) continue;
    const lit = active.get(pitch);
    const [x, w] = xOf(pitch);
    const shades = lit ? [mix(lit, '#000000', 0.3), lit] : ['#0a0e12', '#2a3238'];
    ctx.box(x, TOP, w, 45, 2.5, ctx.gradient(shades, TOP, TOP + 46));
  }
  ctx.block(0, TOP - 2.5, W, 2.5, '#ff7a6b');
}
