import { describe, expect, it } from 'vitest';
import { type FragmentSample, fragmentHeaderSize, writeFragmentHeader } from './fragment.ts';

const sample = (over: Partial<FragmentSample> = {}): FragmentSample => ({
  duration: 3000,
  compositionOffset: 0,
  keyframe: false,
  payload: new Uint8Array(10),
  ...over,
});

function written(kind: 'video' | 'audio', samples: readonly FragmentSample[], baseDecodeTime = 0): DataView {
  const out = new Uint8Array(fragmentHeaderSize(kind, samples.length));
  writeFragmentHeader(kind, { sequence: 7, baseDecodeTime, samples }, out);
  return new DataView(out.buffer);
}

/** The offset of a box's type. */
function find(view: DataView, type: string): number {
  return Buffer.from(view.buffer).indexOf(type, 0, 'latin1');
}

describe('a fragment header', () => {
  it('ends with the header of mdat, whose size includes all payloads', () => {
    const view = written('video', [sample(), sample({ payload: new Uint8Array(32) })]);
    expect(find(view, 'mdat')).toBe(view.byteLength - 4);
    expect(view.getUint32(view.byteLength - 8)).toBe(8 + 42);
    expect(view.getUint32(0)).toBe(view.byteLength - 8);
  });

  it('has decode times of more than 32 bits', () => {
    const time = 2 ** 40 + 12_345;
    const view = written('audio', [sample()], time);
    expect(view.getBigUint64(find(view, 'tfdt') + 8)).toBe(BigInt(time));
  });

  it('has negative composition offsets', () => {
    const view = written('video', [sample({ compositionOffset: -1500 })]);
    expect(view.getInt32(find(view, 'mdat') - 8)).toBe(-1500);
    expect(view.getUint8(find(view, 'trun') + 4)).toBe(1);
  });

  it('marks samples that depend on others', () => {
    const view = written('video', [sample({ keyframe: true }), sample()]);
    const first = find(view, 'trun') + 4 + 12;
    expect(view.getUint32(first + 8)).toBe(0x0200_0000);
    expect(view.getUint32(first + 16 + 8)).toBe(0x0101_0000);
  });

  it('points to the first payload', () => {
    for (const kind of ['video', 'audio'] as const) {
      const view = written(kind, [sample(), sample(), sample()]);
      expect(view.getInt32(find(view, 'trun') + 12)).toBe(view.byteLength);
    }
  });
});
