import type { Ctx } from '../canvas.ts';
import { fade, H, mix, random, TAU, times, W } from '../drawing.ts';
import type { Scene } from '../stage.ts';

/** An open mic night: brick wall, spotlight, one comedian, and the backs of a laughing room. */
export const comedy: Scene = {
  seconds: 32,
  vignette: 0.6,
  prepare(stage) {
    const next = random(33);
    const shade = () => mix('#6a2f28', '#8f4a38', next());
    const wall = stage.sprite(W, H, (ctx) => {
      ctx.block(0, 0, W, H, '#2a1616');
      for (let row = 0; row < 17; row += 1)
        for (let brick = -1; brick < 17; brick += 1)
          ctx.box(1 + brick * 40 + (row % 2) * 20, row * 16 + 1, 37.5, 13.5, 1.5, shade());
      const dark = ctx.createRadialGradient(320, 130, 60, 320, 150, 370);
      dark.addColorStop(0, 'rgba(20,8,12,0)');
      dark.addColorStop(0.55, 'rgba(20,8,12,0.55)');
      dark.addColorStop(1, 'rgba(12,4,10,0.95)');
      ctx.block(0, 0, W, H, dark);
      for (const side of [0, 1]) {
        for (let fold = 0; fold < 9; fold += 1) {
          const x = side ? W - 106 + fold * 13 : fold * 13 - 12;
          ctx.block(x, 0, 13.5, 280, ctx.gradient(['#4a0d18', '#b32535', '#5a101c'], 0, 0, x, x + 13));
        }
      }
      ctx.block(0, 272, W, 90, ctx.gradient(['#8a5636', '#3f2418'], 270, 330));
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
      sign(ctx, t);
      ctx.globalCompositeOperation = 'screen';
      ctx.fillStyle = ctx.gradient(['rgba(255,236,190,0.42)', 'rgba(255,226,170,0.07)'], 0, 300);
      ctx.polygon([296, -10, 344, -10, 456, 300, 184, 300]);
      ctx.glow('#ffdf9e', 320, 292, 170, 0.55);
      for (const { x, y, phase } of motes) {
        const color = fade('#fff2cf', 0.35 + 0.3 * Math.sin(turn * 7 + phase));
        ctx.disc(x + Math.sin(turn * 3 + phase) * 14, y + Math.cos(turn * 2 + phase) * 12, 0.9, color);
      }
      ctx.globalCompositeOperation = 'source-over';
      ctx.oval(320, 302, 62, 8, 'rgba(30,10,8,0.5)');
      ctx.box(398, 232, 34, 5, 2, '#4a2c1c');
      for (const x of [402, 424]) ctx.fillRect(x, 236, 4, 60);
      ctx.box(408, 214, 11, 19, 2, 'rgba(190,225,240,0.75)');
      comedian(ctx, turn, t, laugh);
      for (const head of heads) {
        const bob = Math.sin(turn * 40 + head.phase) * 3.4 * laugh + Math.sin(turn * 3 + head.phase);
        ctx.box(head.x - 26 * head.size, head.y + 16 + bob, 52 * head.size, 70, 20 * head.size, '#0b0609');
        ctx.disc(head.x, head.y + bob, 17 * head.size);
        if (head.hair > 0.6) ctx.disc(head.x + 3, head.y - 15 * head.size + bob, 8 * head.size);
        ctx.pen('rgba(255,205,150,0.35)', 1.3);
        ctx.ring(head.x, head.y + bob, 17 * head.size, -2.4, -0.7);
      }
    };
  },
};

function sign(ctx: Ctx, t: number): void {
  const on = t % 8 > 0.12 && (t % 8 < 0.24 || t % 8 > 0.3) ? 1 : 0.35;
  ctx.glow('#ff8a5c', 176, 84, 100, 0.4 * on);
  ctx.label('open', 176, 80, '800 32px Bricolage', mix('#6a2f28', '#ffd0b0', on), 'center');
  ctx.label('mic night', 176, 104, '700 21px Bricolage', mix('#6a2f28', '#8ff0e6', on), 'center');
}

function comedian(ctx: Ctx, turn: number, t: number, laugh: number): void {
  const x = 312 + Math.sin(turn * 2) * 16;
  const lean = Math.sin(turn * 5) * 5;
  const talk = Math.abs(Math.sin(t * 9) * Math.sin(t * 2.3)) * (1 - laugh);
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.pen('#1c2233', 18);
  for (const side of [-1, 1]) {
    ctx.line([x + side * 10, 224, x + side * (13 + Math.abs(lean) * 0.4), 260, x + side * 14, 293]);
    ctx.box(x + side * 14 - 9 + side * 3, 290, 20, 9, 4, '#efe7dc');
  }
  ctx.box(x - 27 + lean * 0.4, 152, 54, 82, 18, ctx.gradient(['#3fa39b', '#23625f'], 150, 236));
  ctx.polygon([x - 9 + lean * 0.6, 153, x + 9 + lean * 0.6, 153, x + lean * 0.6, 188], '#f6ecd8');
  const [hx, hy] = [x + lean, 122 + laugh * 2];
  ctx.box(hx - 8, 136, 16, 22, 7, '#b5764c');
  ctx.disc(hx, hy - 8, 27, '#21130f');
  for (let curl = 0; curl < 9; curl += 1) {
    const angle = Math.PI + (curl / 8) * Math.PI;
    ctx.disc(hx + Math.cos(angle) * 26, hy - 6 + Math.sin(angle) * 24, 9, '#21130f');
  }
  ctx.oval(hx, hy + 2, 20, 24, '#cf8d60');
  ctx.pen('#21130f', 2.2);
  for (const side of [-1, 1]) {
    if (laugh > 0.4) {
      ctx.ring(hx + side * 8, hy + 1, 3.4, Math.PI, TAU);
    } else ctx.disc(hx + side * 8, hy - 1, 2.4, '#21130f');
    ctx.line([hx + side * 4.5, hy - 11 - talk * 3, hx + side * 12, hy - 8.5 - laugh * 2]);
  }
  ctx.oval(hx, hy + 13, 7 + laugh * 3, 2 + talk * 5 + laugh * 3, '#7a2420');
  ctx.pen('#2f827c', 15);
  const wave = Math.sin(turn * 9);
  ctx.line([x + 20 + lean * 0.4, 168, x + 54, 182 - wave * 12, x + 70 + wave * 8, 148 - wave * 26]);
  ctx.disc(x + 72 + wave * 8, 142 - wave * 27, 8.5, '#cf8d60');
  ctx.line([x - 20 + lean * 0.4, 170, x - 40, 196, hx - 16, 164]);
  ctx.line([hx - 18, 168, hx - 6, 146], '#11131a', 6);
  ctx.disc(hx - 5, 143, 6, '#55585f');
  ctx.disc(hx - 18, 164, 8, '#cf8d60');
}
