import type { Ctx } from '../canvas.ts';
import { fade, H, mix, random, TAU, times, W, wrap } from '../drawing.ts';
import type { Scene } from '../stage.ts';

const HEADLINES = [
  'Night ferries return to the old harbour after eleven years',
  'Volunteers plant ten thousand willows along the river',
  'Town library stays open until midnight from Monday',
  'Tram line 7 reaches the coast ahead of plan',
  'Beekeepers report the best spring in a decade',
];
const STRAP = HEADLINES.join('     •     ');

/** A news studio: a presenter at the desk, a turning globe, weather on the wall, a ticker below. */
export const newsroom: Scene = {
  seconds: 32,
  prepare(stage) {
    const next = random(77);
    const set = stage.sprite(W, H, (ctx) => {
      ctx.backdrop(['#071a2e', '#0d3350', '#0a2238']);
      for (let panel = 0; panel < 16; panel += 1) {
        ctx.block(panel * 42 - 10, 0, 38, 270, fade('#2fb5c4', 0.03 + 0.05 * next()));
      }
      ctx.block(0, 58, W, 1.5, fade('#59e0e0', 0.5));
      ctx.fillRect(0, 236, W, 1.5);
      ctx.box(344, 72, 268, 152, 6, '#051420');
    });
    const land = times(150, () => ({ lon: next() * TAU, lat: (next() - 0.5) * 2.4, r: 4 + next() * 11 }));
    let strapWidth = 0;

    return (ctx, t) => {
      const way = t / stage.seconds;
      const turn = way * TAU;
      set.draw(ctx, 0, 0);
      for (let beam = 0; beam < 5; beam += 1)
        ctx.glow('#1f8fa8', 60 + beam * 130 + Math.sin(turn * 2 + beam) * 20, 30, 120, 0.16);
      globe(ctx, land, turn);
      forecast(ctx, t, turn);
      presenter(ctx, t, turn);
      ctx.polygon([70, 262, 330, 262, 364, 320, 36, 320], ctx.gradient(['#1c6f86', '#0a2c42'], 262, 310));
      ctx.block(70, 261, 260, 2.5, '#8fe9e4');
      ctx.label('DELTA', 200, 294, '800 21px Bricolage', fade('#d9fffb', 0.9), 'center');
      ctx.box(0, 300, W, 28, 0, '#f4f7f8');
      ctx.box(0, 300, 118, 28, 0, '#ff6250');
      ctx.label('THE EVENING', 59, 319, '800 13px Inter', '#fff', 'center');
      const story = HEADLINES[Math.floor(way * 8) % HEADLINES.length] ?? '';
      const age = (way * 8) % 1;
      ctx.label(story, 130, 319 + Math.max(0, 0.06 - age) * 200, '700 14px Inter', '#0b1f2e');
      ctx.block(0, 328, W, 32, '#06131f');
      ctx.font = '500 13px Inter';
      strapWidth ||= ctx.measureText(`${STRAP}     •     `).width;
      for (let x = -wrap(way * 2 * strapWidth, strapWidth); x < W; x += strapWidth)
        ctx.label(`${STRAP}     •     `, x, 348, '500 13px Inter', '#cfe4ea');
      ctx.block(W - 78, 328, 78, 32, '#06131f');
      ctx.label(`21:0${4 + Math.floor(way * 2)}`, W - 16, 349, '700 14px Inter', '#8fe9e4', 'right');
      ctx.label('DELTA NEWS', 26, 36, '800 17px Bricolage', '#e9fffd');
    };
  },
};

function globe(ctx: Ctx, land: readonly { lon: number; lat: number; r: number }[], turn: number): void {
  const [x, y, r] = [416, 148, 58];
  ctx.glow('#2fc4d8', x, y, 110, 0.55);
  const sea = ctx.createRadialGradient(x - 20, y - 22, 6, x, y, r);
  sea.addColorStop(0, '#3aa5d0');
  sea.addColorStop(1, '#0b3d66');
  ctx.disc(x, y, r, sea);
  ctx.save();
  ctx.beginPath();
  ctx.arc(x, y, r, 0, TAU);
  ctx.clip();
  for (const spot of land) {
    const lon = spot.lon + turn;
    const depth = Math.cos(lon) * Math.cos(spot.lat * 0.8);
    if (depth < 0.05) continue;
    ctx.fillStyle = mix('#2e7d5a', '#a6d98a', depth);
    const spotX = x + Math.sin(lon) * Math.cos(spot.lat * 0.8) * r;
    ctx.oval(spotX, y + Math.sin(spot.lat * 0.8) * r, spot.r * Math.max(0.2, depth), spot.r * 0.8);
  }
  const dusk = ctx.createLinearGradient(x - r, 0, x + r, 0);
  dusk.addColorStop(0.3, 'rgba(0,10,30,0)');
  dusk.addColorStop(1, 'rgba(0,10,30,0.75)');
  ctx.block(x - r, y - r, r * 2, r * 2, dusk);
  ctx.restore();
  ctx.pen(fade('#8fe9e4', 0.5), 1);
  ctx.beginPath();
  ctx.ellipse(x, y, r + 14, 16, -0.3, 0, TAU);
  ctx.stroke();
  const [sin, cos] = [Math.sin(turn * 4), Math.cos(turn * 4)];
  ctx.disc(x + cos * (r + 14), y + sin * 16 - cos * 18, 3, '#fff');
}

function forecast(ctx: Ctx, t: number, turn: number): void {
  ctx.label('TOMORROW', 496, 96, '800 12px Bricolage', '#8fe9e4');
  for (const [row, [town, degrees]] of (
    [
      ['Northmouth', 14],
      ['Lakeside', 17],
      ['Old Quay', 16],
      ['Highmoor', 11],
    ] as const
  ).entries()) {
    const y = 118 + row * 27;
    ctx.label(town, 496, y, '500 12px Inter', '#dff3f5');
    ctx.label(`${degrees}°`, 600, y, '700 13px Inter', '#ffd98a', 'right');
    ctx.block(496, y + 6, 104, 3, fade('#ffffff', 0.14));
    ctx.block(496, y + 6, 104 * (0.35 + degrees / 40 + 0.06 * Math.sin(turn * 3 + row * 1.4)), 3, '#35c6c0');
  }
  if (t % 1 < 0.5) ctx.disc(603, 84, 3, '#ff6250');
}

function presenter(ctx: Ctx, t: number, turn: number): void {
  const sway = Math.sin(turn * 5) * 2.2 + Math.sin(turn * 3) * 1.5;
  const x = 200 + sway;
  const talk = Math.abs(Math.sin(t * 9) * Math.sin(t * 3.1 + 1)) * (Math.sin(turn * 8) > -0.6 ? 1 : 0);
  ctx.shape(
    `M${x - 66} 266 Q${x - 62} 196 ${x - 20} 186 L${x + 20} 186 Q${x + 62} 196 ${x + 66} 266`,
    ctx.gradient(['#34405e', '#1c2540'], 170, 265),
  );
  ctx.polygon([x - 15, 186, x + 15, 186, x, 232], '#f2efe6');
  ctx.polygon([x - 5, 190, x + 5, 190, x + 3, 222, x, 230, x - 3, 222], '#ff6250');
  ctx.box(x - 10, 166, 20, 26, 8, '#a8714a');
  const head = Math.sin(turn * 7) * 1.6;
  ctx.oval(x + head, 138, 33, 36, '#1a1218');
  ctx.fillRect(x + head - 33, 138, 66, 34);
  ctx.oval(x + head, 146, 24, 30, '#c48a5e');
  ctx.shape(
    `M${x + head - 27} 142 Q${x + head - 20} 108 ${x + head + 12} 116
    Q${x + head + 27} 122 ${x + head + 27} 142 Q${x + head + 6} 132 ${x + head - 4} 124
    Q${x + head - 14} 136 ${x + head - 27} 142`,
    '#1a1218',
  );
  const blink = t % 4 < 0.14 ? 0.15 : 1;
  for (const side of [-1, 1]) {
    ctx.oval(x + head + side * 9, 145, 2.4, 2.8 * blink, '#20141a');
  }
  ctx.oval(x + head, 162, 7, 1.4 + talk * 4, '#8a3a36');
  const hand = Math.sin(turn * 6) * 8;
  for (const side of [-1, 1]) {
    ctx.pen('#27314f', 17);
    ctx.lineCap = 'round';
    const reach = hand * side * 0.3;
    const lift = Math.max(0, hand * side) * 0.7;
    ctx.curve(`M${x + side * 52} 216 Q${x + side * 74} 252 ${x + side * (34 + reach)} ${258 - lift}`);
    ctx.disc(x + side * (30 + reach), 257 - lift, 8.5, '#c48a5e');
  }
}
