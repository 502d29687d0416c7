import { createPage, createSpriteOf, loadFonts } from '@tributary/demo-content/stage';
import { paintersOf } from '@tributary/demo-content/takes';
import { expect, it } from 'vitest';
import { SD, TakeEncoder } from './take-encoder.ts';

it('encodes takes that look different and follow each other without another configuration of the decoder', async () => {
  loadFonts();
  const { canvas, ctx } = createPage(SD.width);
  ctx.block(0, 0, SD.width, SD.height, '#808080');
  const given = ['Shots 6 – 4', 'Shots 7 – 6'].map((caption) => ({ caption, light: '#ffd8a8' }));
  const painters = paintersOf(given, createSpriteOf(SD.width));
  const encoders = painters.map(() => new TakeEncoder(SD));
  const pictures: Buffer[] = [];
  for (const [index, encoder] of encoders.entries()) {
    painters[index]?.(ctx);
    pictures.push(canvas.data());
    await encoder.add(canvas, 0);
  }
  const [first, second] = await Promise.all(encoders.map((encoder) => encoder.finish()));
  expect(pictures[0]).not.toEqual(pictures[1]);
  expect(second?.track).toEqual(first?.track);
  expect(first?.units).toMatchObject([{ keyframe: true, dts: 0 }]);
  expect(second?.units[0]?.payload).not.toEqual(first?.units[0]?.payload);
});
