import type { Ctx } from '../canvas.ts';
import { fade, H, mix, random, TAU, times, W, wrap } from '../drawing.ts';
import type { Scene } from '../stage.ts';

/** A pot of soup from above: it simmers and steams, herbs fall in, a ladle stirs it. */
export const kitchen: Scene = {
  seconds: 32,
  vignette: 0.55,
  prepare(stage) {
    const next = random(52);
    const counter = stage.sprite(W, H, (ctx) => {
      ctx.backdrop(['#3b5a58', '#2a4344']);
      for (let row = 0; row < 8; row += 1)
        for (let tile = 0; tile < 13; tile += 1)
          ctx.box(tile * 52 - (row % 2) * 26, row * 48, 50, 46, 3, mix('#35524f', '#456a66', next()));
      ctx.box(404, 44, 270, 286, 18, '#b9794a');
      for (let grain = 0; grain < 34; grain += 1) {
        ctx.pen(`rgba(90,45,20,${0.06 + next() * 0.12})`, 1 + next() * 2);
        const y = 50 + grain * 8.2;
        ctx.line(times(8, (i) => [406 + i * 34, y + Math.sin(i + grain) * 2.4]).flat());
      }
      ctx.box(30, 26, 336, 312, 22, '#15191d');
      for (let ring = 0; ring < 6; ring += 1) {
        ctx.pen(`rgba(255,110,50,${0.1 + ring * 0.03})`, 6);
        ctx.ring(198, 182, 128 + ring * 3.4);
      }
    });
    const pot = stage.sprite(300, 300, (ctx) => {
      ctx.box(0, 132, 300, 36, 16, '#8f3528');
      ctx.disc(150, 150, 134, '#b5432f');
      ctx.disc(150, 150, 124, '#d8593f');
      ctx.disc(150, 150, 117, '#5c2018');
      const soup = ctx.createRadialGradient(130, 124, 10, 150, 150, 116);
      for (const [i, c] of ['#ffc766', '#f29a3c', '#d5702a', '#a84a1f'].entries())
        soup.addColorStop(i / 3, c);
      ctx.disc(150, 150, 112, soup);
    });
    const pieces = times(46, (i) => ({
      r: 12 + next() * 88,
      a: next() * TAU,
      kind: i % 5,
      spin: next() * TAU,
      lap: next() > 0.4 ? 1 : 2,
    }));
    const bubbles = times(50, () => ({
      r: 15 + Math.sqrt(next()) * 92,
      a: next() * TAU,
      phase: next(),
      size: 2 + next() * 5,
    }));
    const leaves = times(16, () => ({
      x: 120 + next() * 150,
      start: next(),
      spin: next() * TAU,
      size: 4 + next() * 3,
    }));
    const steam = times(17, () => ({ x: 110 + next() * 180, start: next(), drift: next() * TAU }));

    return (ctx, t) => {
      const way = t / stage.seconds;
      const turn = way * TAU;
      counter.draw(ctx, 0, 0);
      ctx.glow('#ff7a35', 198, 182, 190, 0.35 + 0.06 * Math.sin(turn * 11));
      pot.draw(ctx, 48, 32);
      ctx.save();
      ctx.translate(198, 182);
      for (const bubble of bubbles) {
        const age = wrap(way * 24 + bubble.phase, 1);
        const a = bubble.a + turn;
        ctx.pen(fade('#fff0c0', 0.65 * (1 - age)), 1);
        ctx.ring(Math.cos(a) * bubble.r, Math.sin(a) * bubble.r, bubble.size * age);
      }
      for (const piece of pieces) ingredient(ctx, piece, turn);
      ctx.restore();
      for (const leaf of leaves) {
        const age = wrap(way * 4 + leaf.start, 1);
        if (age > 0.3) continue;
        herb(ctx, leaf.x, 20 + age * 520, leaf.size * (1.6 - age * 2), leaf.spin + age * 20, 1 - age * 2.4);
      }
      ladle(ctx, turn);
      ctx.globalCompositeOperation = 'screen';
      for (const wisp of steam) {
        const age = wrap(way * 6 + wisp.start, 1);
        const x = wisp.x + Math.sin(age * 5 + wisp.drift) * 24;
        ctx.glow('#e6ddd0', x, 200 - age * 190, 26 + age * 56, 0.17 * Math.sin(age * Math.PI));
      }
      ctx.globalCompositeOperation = 'source-over';
      board(ctx, way);
      timer(ctx, t);
    };
  },
};

function ingredient(
  ctx: Ctx,
  piece: { r: number; a: number; kind: number; spin: number; lap: number },
  turn: number,
): void {
  const a = piece.a + turn * piece.lap;
  const r = piece.r + Math.sin(turn * 6 + piece.spin) * 3;
  ctx.save();
  ctx.translate(Math.cos(a) * r, Math.sin(a) * r + Math.sin(turn * 12 + piece.spin) * 1.2);
  ctx.rotate(piece.spin + turn * piece.lap);
  ctx.disc(1.5, 2.5, 11, 'rgba(110,40,10,0.35)');
  if (piece.kind === 0) {
    ctx.disc(0, 0, 11, '#ff8a2e');
    ctx.disc(0, 0, 7.5, '#ffa850');
    ctx.disc(0, 0, 2.5, '#ffc888');
  } else if (piece.kind === 1) {
    ctx.disc(0, 0, 9.5, '#f7edd2');
    ctx.pen('#a8c96a', 3);
    for (const ring of [8.5, 4]) {
      ctx.ring(0, 0, ring);
    }
  } else if (piece.kind === 2) {
    ctx.box(-9, -7, 18, 14, 4, '#f4d98a');
    ctx.box(-9, -7, 18, 5, 3, '#ffeab0');
  } else if (piece.kind === 3) {
    ctx.disc(0, 0, 8, '#d8382c');
    ctx.disc(-2.4, -2.6, 2.4, '#ff8f7a');
  } else herb(ctx, 0, 0, 9, 0, 1);
  ctx.restore();
}

function herb(ctx: Ctx, x: number, y: number, size: number, angle: number, alpha: number): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(angle);
  ctx.globalAlpha *= Math.max(0, Math.min(1, alpha));
  for (const [dx, color] of [
    [-0.5, '#3f8f3f'],
    [0.5, '#5fb04f'],
  ] as const) {
    ctx.oval(dx * size, 0, size, size * 0.5, color, dx);
  }
  ctx.restore();
}

function ladle(ctx: Ctx, turn: number): void {
  const a = turn * 4;
  const [x, y] = [198 + Math.cos(a) * 58, 182 + Math.sin(a) * 52];
  ctx.lineCap = 'round';
  ctx.line([x + 8, y + 10, x + 150, y - 118], 'rgba(60,20,10,0.35)', 13);
  ctx.line([x, y, x + 150, y - 140], '#8a5a34', 11);
  ctx.line([x, y - 2, x + 150, y - 142], '#b98252', 4);
  ctx.oval(x, y, 24, 19, '#7a4a28', -0.7);
  ctx.oval(x, y, 17, 12, '#e0873a', -0.7);
}

function board(ctx: Ctx, way: number): void {
  const chop = wrap(way * 32, 1);
  const cut = wrap(way * 2, 1);
  const lift = Math.abs(Math.sin(chop * Math.PI)) * 16;
  const edge = 470 + cut * 118;
  for (let slice = 0; slice < 10; slice += 1) {
    const x = 470 + slice * 12.5;
    if (x > edge - 6) break;
    ctx.disc(x - 8, 168 + Math.sin(slice * 2.3) * 6, 14, '#d97a26');
    ctx.disc(x - 8, 168 + Math.sin(slice * 2.3) * 6, 11, '#ff9f4a');
  }
  ctx.fillStyle = ctx.gradient(['#ffac5c', '#e8802c', '#c8661c'], 150, 186);
  ctx.polygon([edge, 150, 612, 160, 640, 168, 612, 176, edge, 186]);
  for (const [x, y, color] of [
    [456, 258, '#d8382c'],
    [490, 274, '#d8382c'],
    [470, 290, '#e2503c'],
  ] as const) {
    ctx.disc(x + 2, y + 3, 16, 'rgba(60,20,10,0.3)');
    ctx.disc(x, y, 16, color);
    ctx.disc(x - 5, y - 5, 4, '#ff9a86');
    herb(ctx, x, y - 13, 5, 0.4, 1);
  }
  for (let leaf = 0; leaf < 9; leaf += 1)
    herb(ctx, 556 + (leaf % 3) * 20, 262 + Math.floor(leaf / 3) * 16, 9, leaf * 1.3, 1);
  ctx.save();
  ctx.translate(edge - 4, 168 - lift);
  ctx.block(3, -62 + lift, 8, 110, 'rgba(40,15,5,0.3)');
  ctx.polygon([0, 58, 7, 50, 9, -62, 0, -62], ctx.gradient(['#f4f7f8', '#9aa8b0'], -70, 60));
  ctx.box(-2, -128, 13, 68, 5, '#22282c');
  ctx.restore();
}

function timer(ctx: Ctx, t: number): void {
  const left = 12 * 60 - Math.floor(t);
  ctx.box(22, H - 46, 148, 30, 15, 'rgba(16,22,22,0.82)');
  ctx.disc(39, H - 31, 5, '#ffb04a');
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  ctx.label(`A fuego lento  ${time}`, 52, H - 26, '700 14px Inter', '#fff3dc');
}
