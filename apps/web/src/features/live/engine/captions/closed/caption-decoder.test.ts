import { describe, expect, it } from 'vitest';
import {
  type CaptionPair,
  ccData,
  control,
  END_OF_CAPTION as EOC,
  ERASE,
  PAINT_ON,
  POP_ON,
  ROW_15,
  characters as text,
} from '../../../../../../test/support/caption-data.ts';
import { CaptionDecoder } from './caption-decoder.ts';

const CR = control(0x14, 0x2d);
const BACKSPACE = control(0x14, 0x21);

/** @returns what the channels display after each of these, which one frame has */
function decode(...frames: readonly (readonly CaptionPair[])[]) {
  const decoder = new CaptionDecoder();
  return frames.map((pairs) => {
    decoder.add(ccData(pairs));
    return decoder.texts.filter(([, shown]) => shown !== '');
  });
}

describe('closed captions (CEA-608)', () => {
  it('pop on once they are complete, in the order of their rows, and are erased', () => {
    const frames = [
      [...POP_ON, ...text('world')],
      [...control(0x14, 0x50), ...text('Hello')],
      EOC,
      [...POP_ON, ...text('Next')],
      EOC,
      ERASE,
    ];
    const hello = [[1, 'Hello\nworld']];
    expect(decode(...frames)).toEqual([[], [], hello, hello, [[1, 'Next']], []]);
  });

  it('roll up by rows, and keep as many as they were told', () => {
    const start = [...control(0x14, 0x25), ...CR, ...ROW_15];
    expect(
      decode(
        [...start, ...text('One')],
        [...CR, ...text('Two')],
        [...CR, ...text('Three')],
        control(0x11, 0x60),
      ),
    ).toEqual([[[1, 'One']], [[1, 'One\nTwo']], [[1, 'Two\nThree']], [[1, 'Two\nThree']]]);
  });

  it('are painted on as they come, with corrections', () => {
    expect(decode([...PAINT_ON, ...text('Helpo')], [...BACKSPACE, ...BACKSPACE, ...text('lo!')])).toEqual([
      [[1, 'Helpo']],
      [[1, 'Hello!']],
    ]);
    expect(
      decode([...PAINT_ON, ...text('Hello')], [...ROW_15, ...text('J'), ...control(0x14, 0x24)])[1],
    ).toEqual([[1, 'J']]);
  });

  it('have characters of many languages, and music', () => {
    const characters = [
      ...text("'*"),
      ...control(0x11, 0x37),
      ...text(' u'),
      ...control(0x12, 0x25),
      ...text('O'),
      ...control(0x13, 0x32),
    ];
    expect(decode([...POP_ON, ...characters, ...EOC])).toEqual([[[1, '’á♪ üÖ']]]);
  });

  it('count a control code once that is sent twice, and each of two equal characters', () => {
    expect(decode([...PAINT_ON, ...text('aaaa')])).toEqual([[[1, 'aaaa']]]);
    const three = [...PAINT_ON, ...text('abc'), ...BACKSPACE, ...BACKSPACE];
    expect(decode(three)).toEqual([[[1, 'a']]]);
  });

  it('are separate in the four channels, and from other data of the second field', () => {
    const decoder = new CaptionDecoder();
    const paint = (bit: number, field: number) => [
      ...control(field | bit, 0x29),
      ...control(field | bit, 0x70),
    ];
    decoder.add(ccData([...paint(0, 0x14), ...text('one'), ...paint(8, 0x14), ...text('two')]));
    decoder.add(ccData([...paint(0, 0x15), ...text('three'), [0x01, 0x05], ...text('XDS'), [0x0f, 0x10]], 1));
    decoder.add(ccData([...paint(8, 0x15), ...text('four')], 1));
    // CEA-708 has types 2 and 3.
    decoder.add(ccData(text('708'), 2));
    expect(decoder.texts).toEqual([
      [1, 'one'],
      [2, 'two'],
      [3, 'three'],
      [4, 'four'],
    ]);
  });

  it('ignore what is not valid, damaged or not for captions', () => {
    const decoder = new CaptionDecoder();
    decoder.add(ccData([...PAINT_ON, ...text('kept')]));
    const invalid = ccData(text('lost')).map((byte) => (byte === 0xfc ? 0xf8 : byte));
    for (const data of [invalid, new Uint8Array(), Uint8Array.of(0x5f), ccData(text('cut')).subarray(0, 4)])
      decoder.add(data);
    decoder.add(ccData([...control(0x14, 0x2b), ...text('teletext')]));
    expect(decoder.texts[0]).toEqual([1, 'kept']);
  });
});
