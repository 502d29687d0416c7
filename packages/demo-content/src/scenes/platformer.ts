import type { Ctx } from '../canvas.ts';
import { fade, H, mix, random, TAU, times, W, wrap } from '../drawing.ts';
import type { Scene } from '../stage.ts';

/** Length of the level in scene units. The run covers it once per loop and ends where it started. */
const WORLD = 3200;
const GROUND = 300;
/** Chasms and ledges on the way. `JUMPS` matches them. */
const CHASMS = [
  [620, 700],
  [1240, 1330],
  [1960, 2040],
  [2620, 2710],
] as const;
const LEDGES = [
  [380, 236, 110],
  [900, 226, 120],
  [1010, 176, 90],
  [1520, 232, 130],
  [1700, 190, 90],
  [2220, 230, 120],
  [2380, 180, 110],
  [2880, 228, 120],
] as const;
const FOES = [500, 1120, 1640, 1840, 2480, 3000];
/** Where the runner takes off and lands. */
const JUMPS = [
  [450, 560, 54],
  [600, 730, 70],
  [860, 1000, 74],
  [1070, 1180, 58],
  [1215, 1360, 72],
  [1580, 1700, 60],
  [1780, 1900, 62],
  [1935, 2070, 70],
  [2180, 2330, 80],
  [2420, 2545, 62],
  [2595, 2740, 72],
  [2940, 3060, 60],
] as const;

/** A platform game being played: dusk forest, coins, lanterns, a small fox with a scarf, a score. */
export const platformer: Scene = {
  seconds: 32,
  prepare(stage) {
    const next = random(88);
    const sky = stage.sprite(W, H, (ctx) => {
      ctx.backdrop(['#2b2a5c', '#6a3f78', '#d96f6a', '#ffb66e']);
      ctx.glow('#ffe3a0', 470, 216, 190, 0.9);
      ctx.disc(470, 210, 44, '#fff1c4');
    });
    const trees = times(44, () => ({ x: next() * 1600, h: 120 + next() * 150, w: 8 + next() * 12 }));
    const grass = times(230, () => ({ x: next() * WORLD, h: 4 + next() * 9, lean: next() * 4 - 2 }));
    const motes = times(36, () => ({ x: next() * 800, y: 60 + next() * 230, phase: next() * TAU }));

    return (ctx, t) => {
      const way = t / stage.seconds;
      const turn = way * TAU;
      const at = way * WORLD;
      const camera = at - 210;
      sky.draw(ctx, 0, 0);
      ctx.hills(way * 640, 226, 36, 640, [1, 2, 5], '#8f4d76');
      ctx.hills(way * 1280 + 150, 258, 28, 640, [1, 3, 7], '#5f3a6a');
      for (const tree of trees) {
        const x = wrap(tree.x - way * 1600, 1600) - 100;
        if (x > W + 60) continue;
        ctx.block(x, GROUND - tree.h, tree.w, tree.h, '#3b2752');
        ctx.disc(x + tree.w / 2, GROUND - tree.h, 34);
        ctx.disc(x - 16, GROUND - tree.h + 22, 26);
        ctx.disc(x + tree.w + 18, GROUND - tree.h + 18, 27);
      }
      ctx.block(0, 180, W, 120, ctx.gradient([fade('#ff9f6e', 0), fade('#ff9f6e', 0.3)], 180, 300));
      ctx.block(0, GROUND, W, H - GROUND, '#170f26');
      ground(ctx, camera);
      for (const blade of grass) {
        const x = wrap(blade.x - camera, WORLD);
        if (x > W || overChasm(wrap(blade.x, WORLD))) continue;
        ctx.pen(blade.h > 8 ? '#9fdc74' : '#5fae5a', 1.6);
        ctx.line([x, GROUND + 2, x + blade.lean + Math.sin(turn * 16 + blade.x) * 2, GROUND - blade.h]);
      }
      for (const [lx, ly, width] of LEDGES) ledge(ctx, wrap(lx - camera + 200, WORLD) - 200, ly, width, turn);
      coins(ctx, camera, at, turn);
      for (const foe of FOES)
        slime(ctx, wrap(foe - camera + 200, WORLD) - 200, turn, at > foe - 12 && at < foe + 400);
      const jump = JUMPS.find(([from, to]) => at > from && at < to);
      const lift = jump ? Math.sin(((at - jump[0]) / (jump[1] - jump[0])) * Math.PI) * jump[2] : 0;
      fox(ctx, 210, GROUND - lift, at, lift, turn);
      ctx.globalCompositeOperation = 'screen';
      for (const { x, y, phase } of motes) {
        const drift = Math.sin(turn * 5 + phase) * 14;
        ctx.glow(
          '#ffe08a',
          wrap(x - way * 4000, 800) - 60,
          y + drift,
          8,
          0.5 + 0.4 * Math.sin(turn * 9 + phase),
        );
      }
      ctx.globalCompositeOperation = 'source-over';
      hud(ctx, at, t);
    };
  },
};

const overChasm = (x: number) => CHASMS.some(([from, to]) => x > from - 4 && x < to + 4);

function ground(ctx: Ctx, camera: number): void {
  let start = 0;
  for (const [from, to] of [...CHASMS, [WORLD, 0] as const]) {
    for (const shift of [-WORLD, 0, WORLD]) {
      const x = start - camera + shift;
      const width = from - start;
      if (x > W || x + width < 0) continue;
      ctx.block(x, GROUND, width, H - GROUND, ctx.gradient(['#4a2b4a', '#2a1a3a'], GROUND, H));
      ctx.block(x, GROUND, width, 9, '#5fae5a');
      ctx.fillStyle = '#3d8a55';
      for (let tuft = 0; tuft < width; tuft += 16) {
        ctx.polygon([x + tuft, GROUND + 8, x + tuft + 8, GROUND + 17, x + tuft + 16, GROUND + 8]);
      }
      ctx.fillStyle = 'rgba(255,220,180,0.07)';
      for (let stone = 20; stone < width - 20; stone += 52)
        ctx.box(x + stone, GROUND + 26 + ((stone * 7) % 18), 24, 10, 5);
    }
    start = to;
  }
}

function ledge(ctx: Ctx, x: number, y: number, width: number, turn: number): void {
  if (x > W + 60) return;
  ctx.box(x, y, width, 24, 8, '#4a2b4a');
  ctx.box(x, y, width, 9, 4, '#6fbf5e');
  ctx.pen('#2a1a3a', 2);
  const swing = Math.sin(turn * 8 + x / 400) * 0;
  ctx.line([x + width / 2, y + 24, x + width / 2 + swing, y + 36]);
  ctx.glow('#ffb04a', x + width / 2, y + 44, 44, 0.6 + 0.1 * Math.sin(turn * 24));
  ctx.box(x + width / 2 - 6, y + 36, 12, 16, 4, '#ffd98a');
}

function coins(ctx: Ctx, camera: number, at: number, turn: number): void {
  for (const [from, to, height] of JUMPS)
    for (let i = 0; i < 5; i += 1) {
      const coin = from + ((to - from) * (i + 0.5)) / 5;
      const age = at - coin;
      const x = wrap(coin - camera + 200, WORLD) - 200;
      const y = GROUND - 24 - Math.sin(((i + 0.5) / 5) * Math.PI) * height;
      if (x > W + 20) continue;
      if (age > 0 && age < 2400) {
        if (age < 40) ctx.glow('#fff3b0', x, y - age * 0.6, 26 - age / 2, 1 - age / 40);
        continue;
      }
      const face = Math.abs(Math.cos(turn * 20 + i * 0.5));
      ctx.oval(x, y, 2 + 6.5 * face, 8.5, '#d98a1e');
      ctx.oval(x - 0.8, y - 0.6, 1 + 5 * face, 7, '#ffd24a');
    }
}

function slime(ctx: Ctx, x: number, turn: number, flat: boolean): void {
  if (x > W + 40 || x < -60) return;
  const squash = flat ? 0.3 : 1 + 0.12 * Math.sin(turn * 40 + x / 30);
  ctx.fillStyle = ctx.gradient(['#7fe0c0', '#2f8f8a'], GROUND - 26, GROUND);
  const top = GROUND - 30 * squash;
  ctx.shape(`M${x - 19} ${GROUND} C${x - 22} ${top} ${x + 22} ${top} ${x + 19} ${GROUND}`);
  for (const side of [-1, 1]) ctx.disc(x + side * 6 - 2, GROUND - 11 * squash, 2.6, '#123a3a');
}

function fox(ctx: Ctx, x: number, y: number, at: number, lift: number, turn: number): void {
  const stride = at / 11;
  const bounce = lift ? 0 : Math.abs(Math.sin(stride)) * 3;
  ctx.oval(x, GROUND + 3, 18 - lift / 8, 4, 'rgba(20,8,30,0.35)');
  ctx.save();
  ctx.translate(x, y - bounce);
  ctx.rotate(lift ? Math.cos((at % 140) / 45) * -0.1 : 0.03);
  ctx.lineCap = 'round';
  ctx.pen('#3a1f22', 5);
  for (const [dx, phase] of [
    [-8, 0],
    [-4, 2.2],
    [8, 3.3],
    [12, 5],
  ] as const) {
    const swing = lift ? 6 : Math.sin(stride + phase) * 8;
    ctx.line([dx, -12, dx + swing, lift ? -4 : -1 - Math.max(0, Math.cos(stride + phase)) * 5]);
  }
  ctx.shape(
    `M-12 -18 Q-36 ${-24 + Math.sin(stride) * 5} -42 ${-40 + Math.sin(stride) * 6} Q-26 -42 -10 -24`,
    '#f07a3c',
  );
  ctx.disc(-39, -37 + Math.sin(stride) * 6, 4.5, '#fff1dc');
  ctx.oval(0, -19, 18, 11, '#f07a3c');
  for (let wave = 0; wave < 5; wave += 1) {
    const scarfY = -29 + Math.sin(turn * 90 - wave) * (1 + wave);
    ctx.box(2 - wave * 8, scarfY, 9, 5, 2.5, wave % 2 ? '#2f9f98' : '#3fc4ba');
  }
  ctx.disc(16, -30, 11.5, '#f58a48');
  ctx.polygon([20, -36, 33, -27, 20, -23], '#fff1dc');
  ctx.disc(32, -27, 2.4, '#2a1416');
  for (const ear of [9, 18]) {
    ctx.polygon([ear - 4, -38, ear, -51, ear + 5, -39], '#d9602a');
  }
  ctx.disc(20, -32, 2.2, '#2a1416');
  ctx.disc(20.8, -32.8, 0.8, '#fff');
  ctx.restore();
}

function hud(ctx: Ctx, at: number, t: number): void {
  const taken = JUMPS.flatMap(([from, to]) =>
    [0.5, 1.5, 2.5, 3.5, 4.5].map((i) => from + ((to - from) * i) / 5),
  ).filter((coin) => coin < at).length;
  ctx.box(16, 14, 118, 28, 14, 'rgba(30,16,48,0.66)');
  for (let heart = 0; heart < 3; heart += 1) {
    ctx.fillStyle = '#ff5f6d';
    const x = 36 + heart * 21;
    ctx.disc(x - 3.6, 25, 4.4);
    ctx.disc(x + 3.6, 25, 4.4);
    ctx.polygon([x - 7.6, 27, x, 36, x + 7.6, 27]);
  }
  ctx.label('x3', 97, 33, '700 13px Inter', '#fff');
  ctx.box(W - 214, 14, 198, 28, 14, 'rgba(30,16,48,0.66)');
  ctx.disc(W - 196, 28, 7, '#ffd24a');
  ctx.label(String(140 + taken).padStart(4, '0'), W - 184, 33, '800 15px Bricolage', '#fff');
  const level = `EMBERWOOD 2-${1 + Math.floor(t / 32)}`;
  ctx.label(level, W - 30, 33, '700 12px Inter', mix('#ffd98a', '#ffffff', 0.3), 'right');
  ctx.box(200, 22, 200, 6, 3, 'rgba(30,16,48,0.6)');
  ctx.box(200, 22, Math.max(6, (at / WORLD) * 200), 6, 3, '#7fe0c0');
}
