import type { Ctx } from '../canvas.ts';
import { fade, H, TAU, W, wrap } from '../drawing.ts';
import type { Scene } from '../stage.ts';

const CODE = `/** Boids: three rules, and a flock appears. */
export function step(flock: Boid[], dt: number) {
  for (const boid of flock) {
    const near = flock.filter((other) =>
      other !== boid && distance(boid, other) < 48);

    // 1. Keep some room around you.
    const apart = sum(near.map((n) => away(boid, n)));
    // 2. Fly where the others fly.
    const along = mean(near.map((n) => n.velocity));
    // 3. Stay with the group.
    const toward = mean(near.map((n) => n.position));

    boid.velocity = limit(
      boid.velocity + apart * 1.6
        + along * 0.9 + toward * 0.4, 120);
    boid.position += boid.velocity * dt;
  }
}`.split('\n');

const COLORS = {
  plain: '#d7e3ea',
  keyword: '#ff8f7a',
  call: '#7fd4ff',
  comment: '#5f7f8c',
  number: '#ffc86b',
  type: '#8fe0b0',
};
const WORDS =
  /(\/\*\*.*|\/\/.*)|\b(export|function|for|const|of|return)\b|\b(\d+(?:\.\d+)?)\b|\b([A-Z]\w*)\b|\b(\w+)(?=\()|(\w+|\s+|[^\w\s]+?)/g;

/** An editor in which a flocking program is being typed; the birds beside it fly better with every rule. */
export const coding: Scene = {
  seconds: 32,
  prepare(stage) {
    const lines = CODE.map((line) =>
      [...line.matchAll(WORDS)].map(([text, comment, keyword, number, type, call]) => ({
        text,
        color: comment
          ? COLORS.comment
          : keyword
            ? COLORS.keyword
            : number
              ? COLORS.number
              : type
                ? COLORS.type
                : call
                  ? COLORS.call
                  : COLORS.plain,
      })),
    );
    const total = CODE.reduce((sum, line) => sum + line.length + 6, 0);
    const desk = stage.sprite(W, H, (ctx) => {
      ctx.block(0, 0, W, H, '#0d161d');
      ctx.glow('#0f4a54', 520, 150, 260, 0.7);
      ctx.box(0, 0, W, 26, 0, '#0a1116');
      for (const [i, color] of ['#ff6a5c', '#ffc55c', '#58c97b'].entries())
        ctx.disc(16 + i * 15, 13, 4.5, color);
      ctx.box(76, 5, 104, 22, 5, '#15222b');
      ctx.label('flock.ts', 92, 19, '500 11px Mono', '#d7e3ea');
      ctx.label('canvas.ts', 196, 19, '500 11px Mono', '#58707c');
      ctx.box(432, 40, 194, 168, 8, '#0a1a26');
      ctx.box(432, 222, 194, 104, 8, '#0a1116');
      ctx.box(0, 338, W, 22, 0, '#0f3a42');
      ctx.label('main   flock.ts   TypeScript', 14, 353, '500 10.5px Mono', '#a8e6e0');
    });

    return (ctx, t) => {
      // The loop starts in the middle of the program.
      const way = wrap(t / stage.seconds + 0.55, 1);
      desk.draw(ctx, 0, 0);
      // Typed for most of the loop, then erased quickly, as if a new file were opened.
      const written =
        way < 0.93 ? Math.floor((way / 0.9) * total) : Math.floor(total * (1 - (way - 0.93) / 0.07));
      let left = Math.min(total, written);
      let cursor: [number, number] = [0, 0];
      for (const [row, tokens] of lines.entries()) {
        const y = 50 + row * 15.2;
        ctx.label(String(row + 1), 26, y, '400 10px Mono', left > 0 ? '#58707c' : '#24343d', 'right');
        if (left >= 0) cursor = [Math.min(left, CODE[row]?.length ?? 0), row];
        let column = 0;
        for (const token of tokens) {
          const shown = token.text.slice(0, Math.max(0, left));
          if (shown.trim()) ctx.label(shown, 38 + column * 6.61, y, '500 11px Mono', token.color);
          column += shown.length;
          left -= token.text.length;
        }
        left -= 6;
      }
      if (t % 1 < 0.55 || way < 0.9)
        ctx.box(38 + cursor[0] * 6.61, 40 + cursor[1] * 15.2, 2, 13, 1, '#ffd98a');
      ctx.block(0, 39 + cursor[1] * 15.2, 422, 15.2, fade('#4fd6cc', 0.06));
      birds(ctx, way, Math.min(1, way * 1.3) * (way > 0.95 ? (1 - way) * 20 : 1));
      terminal(ctx, t, way);
      const position = `Ln ${cursor[1] + 1}, Col ${cursor[0] + 1}`;
      ctx.label(position, W - 14, 353, '500 10.5px Mono', '#a8e6e0', 'right');
    };
  },
};

function birds(ctx: Ctx, way: number, order: number): void {
  ctx.save();
  ctx.beginPath();
  ctx.roundRect(432, 40, 194, 168, 8);
  ctx.clip();
  for (let bird = 0; bird < 64; bird += 1) {
    const spin = way * TAU;
    const aloneX = wrap(bird * 71 + Math.sin(spin * (1 + (bird % 3)) + bird) * 60, 194);
    const aloneY = wrap(bird * 47 + Math.cos(spin * (1 + (bird % 4)) + bird * 2) * 60, 168);
    const lead = spin * 3 - (bird % 8) * 0.09;
    const flockX = 97 + Math.sin(lead) * 62 + ((bird * 13) % 34) - 17;
    const flockY = 84 + Math.sin(lead * 2) * 42 + ((bird * 29) % 34) - 17;
    const x = 432 + aloneX + (flockX - aloneX) * order;
    const y = 40 + aloneY + (flockY - aloneY) * order;
    const angle = Math.atan2(Math.cos(lead * 2) * 84, Math.cos(lead) * 62) * order + bird * (1 - order) * 2.4;
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(angle);
    ctx.fillStyle = ['#4fe0d6', '#ffd98a', '#ff8f7a', '#8fd0ff'][bird % 4] ?? '#fff';
    ctx.polygon([6, 0, -4, 3.4, -2, 0, -4, -3.4]);
    ctx.restore();
  }
  ctx.restore();
  const fps = Math.round(58 + Math.sin(way * TAU * 6) * 2);
  ctx.label(`${fps} fps   64 boids`, 442, 200, '500 9.5px Mono', '#58808c');
}

function terminal(ctx: Ctx, t: number, way: number): void {
  const output = [
    '$ npm test',
    'ok separation  3 ms',
    'ok alignment   2 ms',
    'ok cohesion    4 ms',
    way > 0.7 ? '3 passed' : way > 0.45 ? '2 passed, 1 to go' : '1 passed, 2 to go',
  ];
  const shown = Math.min(output.length, Math.floor((t % 16) / 1.2));
  for (const [row, line] of output.slice(0, shown).entries()) {
    const color = line.startsWith('ok') ? '#6fd68f' : row === 4 ? '#ffd98a' : '#d7e3ea';
    ctx.label(line, 444, 242 + row * 17, '500 10.5px Mono', color);
  }
  if (t % 1 < 0.5) ctx.box(444, 233 + shown * 17, 6, 11, 1, '#d7e3ea');
}
