import {
  box,
  type Ctx,
  disc,
  ellipse,
  fade,
  gradient,
  H,
  label,
  mix,
  path,
  pen,
  random,
  rect,
  type Scene,
  TAU,
  times,
  W,
} from '../stage.ts';

/** An open mic night: brick wall, spotlight, one comedian, and the backs of a laughing room. */
export const comedy: Scene = {
  seconds: 32,
  vignette: 0.6,
  prepare(stage) {
    const next = random(33);
    const wall = stage.sprite(W, H, (ctx) => {
      rect(ctx, 0, 0, W, H, '#2a1616');
      for (let row = 0; row < 17; row += 1)
        for (let brick = -1; brick < 17; brick += 1)
          box(
            ctx,
            brick * 40 + (row % 2) * 20 + 1,
            row * 16 + 1,
            37.5,
            13.5,
            1.5,
            mix('#6a2f28', '#8f4a38', next()),
          );
      const dark = ctx.createRadialGradient(320, 130, 60, 320, 150, 370);
      dark.addColorStop(0, 'rgba(20,8,12,0)');
      dark.addColorStop(0.55, 'rgba(20,8,12,0.55)');
      dark.addColorStop(1, 'rgba(12,4,10,0.95)');
      rect(ctx, 0, 0, W, H, dark);
      for (const side of [0, 1]) {
        for (let fold = 0; fold < 9; fold += 1) {
          const x = side ? W - 106 + fold * 13 : fold * 13 - 12;
          rect(ctx, x, 0, 13.5, 280, gradient(ctx, ['#4a0d18', '#b32535', '#5a101c'], 0, 0, x, x + 13));
        }
      }
      rect(ctx, 0, 272, W, 90, gradient(ctx, ['#8a5636', '#3f2418'], 270, 330));
    });
    const heads = times(19, (i) => ({
      x: i * 36 - 6 + next() * 16,
      y: 318 + (i % 2) * 22 + next() * 8,
      size: 0.85 + next() * 0.4,
      phase: next() * TAU,
      hair: next(),
    }));
    const motes = times(40, () => ({ x: 230 + next() * 180, y: next() * 270, phase: next() * TAU }));

    return (ctx, t) => {
      const turn = (t / stage.seconds) * TAU;
      const laugh = Math.max(0, Math.sin(turn * 4 - 0.6)) ** 2;
      wall.draw(ctx, 0, 0);
      sign(ctx, stage.glow, t);
      ctx.globalCompositeOperation = 'screen';
      path(
        ctx,
        [
          [296, -10],
          [344, -10],
          [456, 300],
          [184, 300],
        ],
        true,
      );
      ctx.fillStyle = gradient(ctx, ['rgba(255,236,190,0.42)', 'rgba(255,226,170,0.07)'], 0, 300);
      ctx.fill();
      stage.glow(ctx, '#ffdf9e', 320, 292, 170, 0.55);
      for (const mote of motes)
        disc(
          ctx,
          mote.x + Math.sin(turn * 3 + mote.phase) * 14,
          mote.y + Math.cos(turn * 2 + mote.phase) * 12,
          0.9,
          fade('#fff2cf', 0.35 + 0.3 * Math.sin(turn * 7 + mote.phase)),
        );
      ctx.globalCompositeOperation = 'source-over';
      ctx.fillStyle = 'rgba(30,10,8,0.5)';
      ellipse(ctx, 320, 302, 62, 8);
      box(ctx, 398, 232, 34, 5, 2, '#4a2c1c');
      for (const x of [402, 424]) ctx.fillRect(x, 236, 4, 60);
      box(ctx, 408, 214, 11, 19, 2, 'rgba(190,225,240,0.75)');
      comedian(ctx, turn, t, laugh);
      for (const head of heads) {
        const bob = Math.sin(turn * 40 + head.phase) * 3.4 * laugh + Math.sin(turn * 3 + head.phase);
        ctx.fillStyle = '#0b0609';
        box(ctx, head.x - 26 * head.size, head.y + 16 + bob, 52 * head.size, 70, 20 * head.size);
        disc(ctx, head.x, head.y + bob, 17 * head.size);
        if (head.hair > 0.6) disc(ctx, head.x + 3, head.y - 15 * head.size + bob, 8 * head.size);
        pen(ctx, 'rgba(255,205,150,0.35)', 1.3);
        ctx.beginPath();
        ctx.arc(head.x, head.y + bob, 17 * head.size, -2.4, -0.7);
        ctx.stroke();
      }
    };
  },
};

function sign(
  ctx: Ctx,
  glow: (ctx: Ctx, c: string, x: number, y: number, r: number, a?: number) => void,
  t: number,
): void {
  const on = t % 8 > 0.12 && (t % 8 < 0.24 || t % 8 > 0.3) ? 1 : 0.35;
  glow(ctx, '#ff8a5c', 176, 84, 100, 0.4 * on);
  label(ctx, 'open', 176, 80, '800 32px Bricolage', mix('#6a2f28', '#ffd0b0', on), 'center');
  label(ctx, 'mic night', 176, 104, '700 21px Bricolage', mix('#6a2f28', '#8ff0e6', on), 'center');
}

function comedian(ctx: Ctx, turn: number, t: number, laugh: number): void {
  const x = 312 + Math.sin(turn * 2) * 16;
  const lean = Math.sin(turn * 5) * 5;
  const talk = Math.abs(Math.sin(t * 9) * Math.sin(t * 2.3)) * (1 - laugh);
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  pen(ctx, '#1c2233', 18);
  for (const side of [-1, 1]) {
    path(ctx, [
      [x + side * 10, 224],
      [x + side * (13 + Math.abs(lean) * 0.4), 260],
      [x + side * 14, 293],
    ]);
    ctx.stroke();
    box(ctx, x + side * 14 - 9 + side * 3, 290, 20, 9, 4, '#efe7dc');
  }
  ctx.fillStyle = gradient(ctx, ['#3fa39b', '#23625f'], 150, 236);
  ctx.beginPath();
  ctx.roundRect(x - 27 + lean * 0.4, 152, 54, 82, 18);
  ctx.fill();
  path(
    ctx,
    [
      [x - 9 + lean * 0.6, 153],
      [x + 9 + lean * 0.6, 153],
      [x + lean * 0.6, 188],
    ],
    true,
  );
  ctx.fillStyle = '#f6ecd8';
  ctx.fill();
  const [hx, hy] = [x + lean, 122 + laugh * 2];
  box(ctx, hx - 8, 136, 16, 22, 7, '#b5764c');
  disc(ctx, hx, hy - 8, 27, '#21130f');
  for (let curl = 0; curl < 9; curl += 1)
    disc(
      ctx,
      hx + Math.cos(Math.PI + (curl / 8) * Math.PI) * 26,
      hy - 6 + Math.sin(Math.PI + (curl / 8) * Math.PI) * 24,
      9,
      '#21130f',
    );
  ctx.fillStyle = '#cf8d60';
  ellipse(ctx, hx, hy + 2, 20, 24);
  pen(ctx, '#21130f', 2.2);
  for (const side of [-1, 1]) {
    if (laugh > 0.4) {
      ctx.beginPath();
      ctx.arc(hx + side * 8, hy + 1, 3.4, Math.PI, TAU);
      ctx.stroke();
    } else disc(ctx, hx + side * 8, hy - 1, 2.4, '#21130f');
    path(ctx, [
      [hx + side * 4.5, hy - 11 - talk * 3],
      [hx + side * 12, hy - 8.5 - laugh * 2],
    ]);
    ctx.stroke();
  }
  ctx.fillStyle = '#7a2420';
  ellipse(ctx, hx, hy + 13, 7 + laugh * 3, 2 + talk * 5 + laugh * 3);
  pen(ctx, '#2f827c', 15);
  const wave = Math.sin(turn * 9);
  path(ctx, [
    [x + 20 + lean * 0.4, 168],
    [x + 54, 182 - wave * 12],
    [x + 70 + wave * 8, 148 - wave * 26],
  ]);
  ctx.stroke();
  disc(ctx, x + 72 + wave * 8, 142 - wave * 27, 8.5, '#cf8d60');
  path(ctx, [
    [x - 20 + lean * 0.4, 170],
    [x - 40, 196],
    [hx - 16, 164],
  ]);
  ctx.stroke();
  pen(ctx, '#11131a', 6);
  path(ctx, [
    [hx - 18, 168],
    [hx - 6, 146],
  ]);
  ctx.stroke();
  disc(ctx, hx - 5, 143, 6, '#55585f');
  disc(ctx, hx - 18, 164, 8, '#cf8d60');
}
