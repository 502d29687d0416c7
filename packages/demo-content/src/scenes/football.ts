import type { Ctx } from '../canvas.ts';
import { clamp, fade, H, lerp, random, smooth, TAU, times, W, wrap } from '../drawing.ts';
import { type Scene, vignette } from '../stage.ts';

const HOME = '#f4f1e8';
const AWAY = '#ff6a4d';
/** The player with the ball in each two seconds of the loop: home players 0 to 10, away players 11 to 21. */
const PASSES = [4, 6, 8, 7, 9, 10, 8, 9, 15, 17, 19, 20, 2, 3, 5, 6];

/** A football match from a high camera: two teams keep their formation and pass the ball. */
export const football: Scene = {
  seconds: 32,
  prepare(stage) {
    const next = random(8);
    const pitch = stage.sprite(1000, 560, (ctx) => drawPitch(ctx, next));
    const bodies = times(22, (i) => {
      const home = i < 11;
      const j = i % 11;
      const line = j === 0 ? 0 : j < 5 ? 1 : j < 8 ? 2 : 3;
      const across = j === 0 ? 0.5 : line === 1 ? (j - 0.5) / 4 : (j - (line === 2 ? 4.5 : 7.5)) / 3;
      const along = [0.06, 0.26, 0.45, 0.66][line] ?? 0.5;
      return {
        home,
        x: 70 + (home ? along : 1 - along) * 860,
        y: 60 + across * 440,
        phase: next() * TAU,
        roam: 14 + line * 8,
        number: j + 1,
      };
    });
    const shade = vignette(stage, 0.5);

    return (ctx, t) => {
      const at = (i: number, time: number): [number, number] => {
        const body = bodies[i];
        if (!body) return [500, 280];
        const a = (time / stage.seconds) * TAU;
        const press = Math.sin(a) * 70 + Math.sin(a * 2) * 25;
        return [
          body.x + (body.number === 1 ? press * 0.15 : press) + Math.sin(a * 3 + body.phase) * body.roam,
          body.y + Math.cos(a * 4 + body.phase) * body.roam,
        ];
      };
      const ball = ballAt(t, at);
      const { from, to, fly, lift, x: ballX, y: ballY } = ball;
      // The camera follows the ball's average position over two seconds, like a human operator.
      const seen = times(9, (i) => ballAt(wrap(t + i * 0.3 - 1, stage.seconds), at));
      const camX = clamp(seen.reduce((sum, { x }) => sum + x, 0) / 9 - W / 2, 0, 1000 - W);
      const camY = clamp(seen.reduce((sum, { y }) => sum + y, 0) / 9 - H / 2, 0, 560 - H);
      ctx.save();
      ctx.translate(-camX, -camY);
      pitch.draw(ctx, 0, 0);
      const players = bodies.map((body, i) => ({ body, i, p: at(i, t), q: at(i, t + 0.05) }));
      for (const { body, i, p, q } of players.toSorted((a, b) => a.p[1] - b.p[1]))
        player(ctx, p, q, body, t * 9 + body.phase, i === (fly < 0.5 ? from : to));
      ctx.oval(ballX + lift * 0.5, ballY + 2, 4, 2, 'rgba(0,20,0,0.45)');
      ctx.disc(ballX, ballY - lift, 4.2, '#ffffff');
      ctx.disc(ballX - 1, ballY - lift - 0.8, 1.3, '#20262c');
      ctx.restore();
      shade.draw(ctx, 0, 0);
      scoreboard(ctx, t);
      radar(ctx, players, ballX, ballY);
    };
  },
};

function ballAt(t: number, at: (i: number, time: number) => [number, number]) {
  const beat = t / 2;
  const from = PASSES[Math.floor(beat) % 16] ?? 0;
  const to = PASSES[(Math.floor(beat) + 1) % 16] ?? 0;
  const fly = smooth(((beat % 1) - 0.45) / 0.5);
  const [ax, ay] = at(from, t);
  const [bx, by] = at(to, t);
  const lift = Math.sin(fly * Math.PI) * Math.min(30, Math.hypot(bx - ax, by - ay) / 8);
  return { from, to, fly, lift, x: lerp(ax, bx, fly) + 7, y: lerp(ay, by, fly) + 6 };
}

function drawPitch(ctx: Ctx, next: () => number): void {
  for (let stripe = 0; stripe < 14; stripe += 1) {
    ctx.block(stripe * 72 - 4, 0, 73, 560, stripe % 2 ? '#2f8a45' : '#379a4f');
  }
  for (let blade = 0; blade < 2600; blade += 1) {
    const fill = `rgba(${next() > 0.5 ? '10,50,20' : '160,220,140'},0.12)`;
    ctx.block(next() * 1000, next() * 560, 1.5, 3, fill);
  }
  ctx.pen('rgba(255,255,255,0.85)', 2.5);
  ctx.strokeRect(50, 40, 900, 480);
  ctx.line([500, 40, 500, 520]);
  ctx.ring(500, 280, 75);
  ctx.disc(500, 280, 3.5, '#fff');
  for (const side of [0, 1]) {
    const x = side ? 950 : 50;
    const inward = side ? -1 : 1;
    ctx.strokeRect(Math.min(x, x + 140 * inward), 150, 140, 260);
    ctx.strokeRect(Math.min(x, x + 50 * inward), 215, 50, 130);
    ctx.ring(x + 95 * inward, 280, 75, side ? Math.PI - 0.92 + 0 : -0.92, side ? Math.PI + 0.92 : 0.92);
    ctx.block(Math.min(x, x - 22 * inward), 240, 22, 80, 'rgba(255,255,255,0.28)');
  }
  const light = ctx.createRadialGradient(420, 200, 60, 500, 280, 620);
  light.addColorStop(0, 'rgba(255,255,220,0.16)');
  light.addColorStop(1, 'rgba(0,20,30,0.4)');
  ctx.block(0, 0, 1000, 560, light);
}

type Point = readonly [number, number];

function player(
  ctx: Ctx,
  [x, y]: Point,
  [nx, ny]: Point,
  { home, number }: { home: boolean; number: number },
  step: number,
  hasBall: boolean,
): void {
  const heading = Math.atan2(ny - y, nx - x);
  const keeper = number === 1;
  const shirt = keeper ? (home ? '#ffd24a' : '#49c7ff') : home ? HOME : AWAY;
  ctx.fillStyle = 'rgba(0,25,0,0.35)';
  for (const dx of [9, -7]) {
    ctx.oval(x + dx, y + 7, 12, 4, undefined, dx / 22);
  }
  if (hasBall) {
    ctx.pen(fade('#ffe27a', 0.9), 1.8);
    ctx.beginPath();
    ctx.ellipse(x, y + 6, 13, 6, 0, 0, TAU);
    ctx.stroke();
  }
  ctx.lineCap = 'round';
  ctx.lineWidth = 3.6;
  const swing = Math.sin(step) * 4;
  for (const side of [-1, 1]) {
    ctx.strokeStyle = home ? '#1d2b4f' : '#2a1216';
    ctx.line([x + side * 2.4, y - 1, x + side * 2.4 + Math.cos(heading) * swing * side, y + 7]);
  }
  ctx.box(x - 6, y - 13, 12, 14, 4, shirt);
  ctx.box(x - 6, y - 2, 12, 5, 2, home ? '#1d2b4f' : '#2a1216');
  ctx.label(String(number), x, y - 4, '800 7px Inter', home ? '#1d2b4f' : '#fff', 'center');
  const skin = ['#f0c29a', '#b9835a', '#7d5236', '#e2ac82'][number % 4];
  const hair = ['#2a1a12', '#5a3a1c', '#18120e', '#8a5a2a'][(number * 3) % 4];
  ctx.disc(x + Math.cos(heading) * 1.2, y - 17, 4.6, skin);
  ctx.disc(x - Math.cos(heading) * 0.4, y - 18.4, 4, hair);
}

function scoreboard(ctx: Ctx, t: number): void {
  ctx.box(18, 16, 206, 28, 6, 'rgba(10,18,26,0.86)');
  ctx.box(18, 16, 5, 28, 2, HOME);
  ctx.box(130, 16, 4, 28, 0, AWAY);
  ctx.label('HARBOUR', 31, 35, '700 13px Inter', '#fff');
  ctx.label('2', 118, 35, '800 15px Inter', '#ffe27a', 'center');
  ctx.label('SUMMIT', 141, 35, '700 13px Inter', '#fff');
  ctx.label('1', 212, 35, '800 15px Inter', '#ffe27a', 'center');
  ctx.box(18, 47, 58, 18, 5, 'rgba(10,18,26,0.7)');
  const minute = `67:${String(12 + Math.floor(t)).padStart(2, '0')}`;
  ctx.label(minute, 47, 60, '600 11px Inter', '#dfe7ee', 'center');
}

function radar(
  ctx: Ctx,
  players: readonly { body: { home: boolean }; p: Point }[],
  ballX: number,
  ballY: number,
): void {
  const [x, y, k] = [W - 132, H - 78, 0.115];
  ctx.box(x - 4, y - 4, 122, 72, 6, 'rgba(8,30,18,0.62)');
  ctx.pen('rgba(255,255,255,0.4)', 0.8);
  ctx.strokeRect(x + 50 * k, y + 40 * k, 900 * k, 480 * k);
  for (const { body, p } of players) ctx.disc(x + p[0] * k, y + p[1] * k, 2, body.home ? HOME : AWAY);
  ctx.disc(x + ballX * k, y + ballY * k, 1.8, '#ffe27a');
}
