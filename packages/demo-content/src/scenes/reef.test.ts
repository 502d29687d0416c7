import { expect, it } from 'vitest';
import { createPage, prepareScene } from '../stage.ts';
import { reef } from './reef.ts';

it('draws the same reef at the end of its loop as at the beginning, and another one in between', () => {
  const width = 160;
  const { canvas, ctx } = createPage(width);
  const draw = prepareScene(reef, width);
  const pixelsAt = (seconds: number): Buffer => {
    ctx.save();
    draw(ctx, seconds);
    ctx.restore();
    return Buffer.from(canvas.data());
  };
  const first = pixelsAt(0);
  expect(pixelsAt(reef.seconds).equals(first)).toBe(true);
  expect(pixelsAt(reef.seconds / 2).equals(first)).toBe(false);
});
