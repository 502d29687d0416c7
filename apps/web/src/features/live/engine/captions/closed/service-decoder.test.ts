import { describe, expect, it } from 'vitest';
import { captionPacket, ccData, characters, PAINT_ON } from '../../../../../../test/support/caption-data.ts';
import { CaptionDecoder } from './caption-decoder.ts';

const ascii = (words: string) => [...words].map((character) => character.charCodeAt(0));
const [CR, FF, BS] = [0x0d, 0x0c, 0x08];
const SHOW = 0x89;
const HIDE = 0x8a;
const DELETE = 0x8c;
const RESET = 0x8f;

/** Defines a window and makes it the current one. */
const define = (id: number, { isVisible = true, top = 70, rows = 2 } = {}) => [
  ...[0x98 + id, isVisible ? 0x38 : 0x18, top, 105],
  ...[0x70 | (rows - 1), 31, 0x09],
];
const moveTo = (row: number, column: number) => [0x92, row, column];
/** Attributes of the pen and of the window, which change no text. */
const STYLE = [0x90, 0x05, 0x00, 0x91, 0x3f, 0x00, 0x00, 0x97, 0x00, 0x00, 0x00, 0x00];

/** @returns what the services display after each packet, which one frame has */
function decode(...packets: readonly (readonly number[])[]) {
  const decoder = new CaptionDecoder();
  return packets.map((codes) => {
    decoder.add(captionPacket([1, codes]));
    return decoder.texts.filter(([, shown]) => shown !== '');
  });
}

describe('closed captions (CEA-708)', () => {
  it('appear with their window, in the order of the rows, and go with it', () => {
    const frames = [
      [...define(0, { isVisible: false }), ...STYLE],
      [...moveTo(1, 3), ...ascii('world')],
      [...moveTo(0, 3), ...ascii('Hello')],
      [SHOW, 0b1],
      [HIDE, 0b1],
      [0x8b, 0b1],
      [DELETE, 0b1],
    ];
    const hello = [[1, 'Hello\nworld']];
    expect(decode(...frames)).toEqual([[], [], [], hello, [], hello, []]);
  });

  it('roll up by rows', () => {
    const start = [...define(0), ...ascii('One')];
    expect(decode(start, [CR, ...ascii('Two')], [CR, ...ascii('Three')])).toEqual([
      [[1, 'One']],
      [[1, 'One\nTwo']],
      [[1, 'Two\nThree']],
    ]);
  });

  it('are corrected, cleared and begun again', () => {
    expect(
      decode(
        [...define(0), ...ascii('Helpo'), BS, BS, ...ascii('lo!')],
        [FF, ...ascii('Next')],
        [0x0e, ...ascii('Row')],
        [0x88, 0xff],
        [...define(1), ...ascii('Gone'), RESET],
        ascii('nowhere'),
      ),
    ).toEqual([[[1, 'Hello!']], [[1, 'Next']], [[1, 'Row']], [], [], []]);
  });

  it('keep their text where a window is defined again', () => {
    const repeated = [...define(0), ...ascii(' there')];
    const changed = define(0, { top: 20 });
    expect(decode([...define(0), ...ascii('Hi')], repeated, [HIDE, 0b1, ...repeated], changed)).toEqual([
      [[1, 'Hi']],
      [[1, 'Hi there']],
      [],
      [[1, 'Hi there there']],
    ]);
  });

  it('are in the order in which their windows are on the screen', () => {
    const below = [...define(0, { top: 70 }), ...ascii('below')];
    const above = [...define(3, { top: 10 }), ...ascii('above')];
    expect(decode([...below, ...above], [0x80, ...ascii('!')])[1]).toEqual([[1, 'above\nbelow!']]);
  });

  it('have characters of many languages, and music', () => {
    const codes = [0x10, 0x2a, 0xe9, 0x7f, 0x10, 0x25, 0x18, 0xd5, 0x5c, 0x10, 0x7e, 0x10, 0xa5];
    expect(decode([...define(0), ...codes])).toEqual([[[1, 'Šé♪…한┘_']]]);
  });

  it('pass over codes that they do not know, by their lengths', () => {
    const unknown = [
      ...[0x03, 0x11, 0x41, 0x19, 0x41, 0x41, 0x8d, 0x41, 0x8e, 0x93],
      ...[0x10, 0x01, 0x10, 0x09, 0x41, 0x10, 0x11, 0x41, 0x41, 0x10, 0x19, 0x41, 0x41, 0x41],
    ];
    const extended = [
      ...[0x10, 0x81, 0x41, 0x41, 0x41, 0x41, 0x10, 0x89, 0x41, 0x41, 0x41, 0x41, 0x41],
      ...[0x10, 0x90, 0x02, 0x41, 0x41],
    ];
    expect(decode(define(0), unknown, [...extended, ...ascii('text')])[2]).toEqual([[1, 'text']]);
  });

  it('are separate for each service, and end with the padding of their packet', () => {
    const decoder = new CaptionDecoder();
    const say = (words: string) => [...define(0), ...ascii(words)];
    decoder.add(captionPacket([1, say('one')], [2, say('zwei')], [9, say('nine')], [0, []], [3, say('no')]));
    expect(decoder.texts).toEqual([
      [1, 'one'],
      [2, 'zwei'],
      [9, 'nine'],
    ]);
  });

  it('are put together from the pieces of a packet, and lost with the beginning of one', () => {
    const data = captionPacket([1, [...define(0), ...ascii('whole')]]);
    const pieces = Array.from({ length: (data.length - 2) / 3 }, (_, i) =>
      Uint8Array.from([0x41, 0xff, ...data.subarray(2 + i * 3, 5 + i * 3)]),
    );
    const decoder = new CaptionDecoder();
    for (const piece of pieces.slice(1)) decoder.add(piece);
    // A packet that is cut off by the next one.
    for (const piece of [...pieces.slice(0, 3), ...pieces.slice(0, -1)]) decoder.add(piece);
    expect(decoder.texts).toEqual([]);
    decoder.add(pieces.at(-1) ?? expect.fail());
    expect(decoder.texts).toEqual([[1, 'whole']]);
  });

  it('give way to those of CEA-608, which encoders send beside them for older receivers', () => {
    const decoder = new CaptionDecoder();
    decoder.add(captionPacket([1, [...define(0), ...ascii('708')]]));
    expect(decoder.texts).toEqual([[1, '708']]);
    decoder.add(ccData([...PAINT_ON, ...characters('608')]));
    expect(decoder.texts[0]).toEqual([1, '608']);
  });

  it('survive any bytes', () => {
    const decoder = new CaptionDecoder();
    let state = 1;
    const random = () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 24;
    };
    for (let i = 0; i < 2_000; i += 1) {
      const codes = Array.from({ length: random() & 0x1f }, random);
      decoder.add(captionPacket([1, [...define(random() & 7), ...codes].slice(0, 31)]));
    }
    const rows = decoder.texts.flatMap(([, text]) => text.split('\n'));
    expect(rows.length).toBeLessThanOrEqual(8 * 16);
    for (const row of rows) expect(row.length).toBeLessThanOrEqual(42);
  });
});
