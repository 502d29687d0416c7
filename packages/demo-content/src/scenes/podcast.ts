import type { Ctx } from '../canvas.ts';
import { fade, H, mix, TAU, W } from '../drawing.ts';
import type { Scene } from '../stage.ts';

/** Two hosts at a table. The one who speaks moves, and a sound wave between them follows the voice. */
export const podcast: Scene = {
  seconds: 32,
  vignette: 0.6,
  prepare(stage) {
    const wall = stage.sprite(W, H, (ctx) => {
      ctx.backdrop(['#14323a', '#1c4a4c', '#0f2a30']);
      for (let slat = 0; slat < 40; slat += 1) {
        ctx.block(slat * 16, 0, 8, 276, slat % 2 ? 'rgba(0,0,0,0.16)' : 'rgba(255,220,170,0.03)');
      }
      ctx.glow('#ff9f5a', 140, 110, 210, 0.5);
      ctx.glow('#35c6c0', 500, 110, 210, 0.42);
      ctx.box(262, 34, 116, 46, 8, '#0b1f24');
      ctx.label('LATE TABLE', 320, 63, '800 18px Bricolage', '#ffd9a0', 'center');
      ctx.glow('#ffb45c', 320, 58, 90, 0.3);
      plant(ctx, 40, 274);
      plant(ctx, 604, 274);
    });
    const table = stage.sprite(W, 110, (ctx) => {
      ctx.oval(320, 90, 380, 74, ctx.gradient(['#a9683f', '#5f3424'], 20, 110));
      ctx.oval(320, 60, 300, 34, 'rgba(255,220,170,0.18)');
    });

    return (ctx, t) => {
      const turn = (t / stage.seconds) * TAU;
      const floor = Math.sin(turn * 2);
      const words = Math.abs(Math.sin(t * 8.2) * Math.sin(t * 2.7 + 0.6)) ** 0.7;
      const left = words * Math.min(1, Math.max(0, floor * 4 + 0.4));
      const right = words * Math.min(1, Math.max(0, -floor * 4 + 0.2));
      wall.draw(ctx, 0, 0);
      host(ctx, 158, 1, turn, left, { skin: '#8a5a3c', hair: '#1b1216', top: '#e0864a', beard: true });
      host(ctx, 482, -1, turn, right, { skin: '#e6b48c', hair: '#a8482e', top: '#2f8f8a', beard: false });
      for (let bar = 0; bar < 31; bar += 1) {
        const side = bar < 15 ? left : right;
        const reach = Math.abs(bar - 15) / 15;
        const level =
          3 +
          side *
            42 *
            Math.abs(Math.sin(bar * 1.9 + t * 11) * Math.cos(bar * 0.7 - t * 6)) *
            (1 - Math.abs(reach - 0.5));
        const color = mix('#ff9f5a', '#4fe0d6', bar / 30);
        ctx.box(320 + (bar - 15) * 5.6 - 1.7, 168 - level, 3.4, level * 2, 1.7, color);
      }
      table.draw(ctx, 0, H - 108);
      microphone(ctx, 234, -1);
      microphone(ctx, 406, 1);
      mug(ctx, 300, '#f2e6d0');
      mug(ctx, 352, '#d8654a');
      card(ctx, 28, 'Bram Okafor', left);
      card(ctx, W - 158, 'Ines Lindqvist', right);
    };
  },
};

interface Look {
  readonly skin: string;
  readonly hair: string;
  readonly top: string;
  readonly beard: boolean;
}

function host(ctx: Ctx, x0: number, facing: number, turn: number, voice: number, look: Look): void {
  const x = x0 + Math.sin(turn * 4 + facing) * 3;
  const nod = Math.sin(turn * 10 + facing) * 1.5 + voice * 3;
  ctx.shape(
    `M${x - 84} 310 Q${x - 82} 216 ${x - 26} 204 L${x + 26} 204 Q${x + 82} 216 ${x + 84} 310`,
    ctx.gradient([look.top, mix(look.top, '#101820', 0.5)], 180, 300),
  );
  ctx.box(x - 14, 178, 28, 36, 12, mix(look.skin, '#3a1f18', 0.25));
  const hx = x + facing * 5;
  const hy = 140 + nod;
  if (!look.beard) {
    ctx.oval(hx - facing * 4, hy + 2, 45, 48, look.hair);
    ctx.box(hx - facing * 4 - 42, hy, 84, 58, 24, look.hair);
  }
  ctx.oval(hx, hy, 33, 41, look.skin);
  if (look.beard) {
    ctx.fillStyle = look.hair;
    ctx.beginPath();
    ctx.ellipse(hx, hy + 18, 33, 29, 0, 0, Math.PI);
    ctx.quadraticCurveTo(hx - 26, hy + 2, hx - 16, hy + 14);
    ctx.lineTo(hx + 16, hy + 14);
    ctx.quadraticCurveTo(hx + 26, hy + 2, hx + 33, hy + 18);
    ctx.fill();
  }
  ctx.fillStyle = look.hair;
  ctx.beginPath();
  ctx.ellipse(hx - facing * 2, hy - 22, 37, 26, 0, Math.PI, TAU);
  ctx.quadraticCurveTo(hx + facing * 8, hy - 30, hx - facing * 36, hy - 16);
  ctx.fill();
  ctx.fillStyle = '#181014';
  for (const side of [-1, 1]) ctx.disc(hx + facing * 6 + side * 12, hy - 3, 3);
  ctx.pen('#181014', 2);
  if (look.beard)
    for (const side of [-1, 1]) {
      ctx.ring(hx + facing * 6 + side * 12, hy - 3, 9);
    }
  ctx.oval(hx + facing * 5, hy + 20, 9, 1.8 + voice * 6, look.beard ? '#e8b4a0' : '#a83f3f');
  ctx.pen('#14181c', 6);
  ctx.ring(hx, hy - 6, 43, Math.PI * 1.08, Math.PI * 1.92);
  for (const side of [-1, 1]) ctx.box(hx + side * 39 - 8, hy - 16, 16, 32, 7, '#22282e');
  ctx.strokeStyle = mix(look.top, '#101820', 0.3);
  ctx.lineCap = 'round';
  ctx.lineWidth = 24;
  ctx.curve(`M${x + facing * 62} 250 Q${x + facing * 80} 312 ${x + facing * 50} ${300 - voice * 30}`);
  ctx.disc(x + facing * 48, 294 - voice * 32, 13, look.skin);
}

function microphone(ctx: Ctx, x: number, lean: number): void {
  ctx.strokeStyle = '#1a1f24';
  ctx.lineCap = 'round';
  ctx.lineWidth = 5;
  ctx.line([x - lean * 26, 318, x - lean * 8, 250, x + lean * 6, 218]);
  ctx.box(x + lean * 8 - 13, 190, 26, 40, 12, '#23292f');
  ctx.box(x + lean * 8 - 13, 190, 26, 22, 11, '#4a535b');
  ctx.pen('rgba(0,0,0,0.4)', 1);
  for (let line = 0; line < 5; line += 1) {
    ctx.line([x + lean * 8 - 12, 194 + line * 4, x + lean * 8 + 12, 194 + line * 4]);
  }
}

function mug(ctx: Ctx, x: number, color: string): void {
  ctx.box(x - 12, 292, 24, 27, 5, color);
  ctx.pen(color, 4);
  ctx.ring(x + 13, 305, 6, -1.4, 1.4);
  ctx.oval(x, 294, 10, 2.6, '#3a2018');
}

function plant(ctx: Ctx, x: number, y: number): void {
  ctx.lineCap = 'round';
  for (let leaf = 0; leaf < 11; leaf += 1) {
    const angle = -Math.PI / 2 + (leaf - 5) * 0.24;
    ctx.pen(mix('#1f5a48', '#4f9a68', leaf / 11), 10);
    const tipY = y + Math.sin(angle) * (100 - Math.abs(leaf - 5) * 8);
    ctx.curve(`M${x} ${y} Q${x + Math.cos(angle) * 30} ${y - 60} ${x + Math.cos(angle) * 78} ${tipY}`);
  }
}

function card(ctx: Ctx, x: number, name: string, voice: number): void {
  ctx.box(x, 318, 130, 26, 13, 'rgba(8,20,24,0.82)');
  ctx.disc(x + 15, 331, 5, mix('#3a4a4e', '#4fe0a0', Math.min(1, voice * 3)));
  ctx.label(name, x + 28, 335.5, '600 12.5px Inter', fade('#ffffff', 0.95));
}
