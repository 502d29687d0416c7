/** Reads movie fragments for tests; written from ISO/IEC 14496-12, independently of the writer. */

export interface SampleRead {
  readonly dts: number;
  readonly duration: number;
  readonly compositionOffset: number;
  readonly keyframe: boolean;
  readonly payload: Uint8Array;
}

export interface FragmentRead {
  readonly sequence: number;
  readonly samples: readonly SampleRead[];
}

interface Box {
  readonly type: string;
  readonly start: number;
  readonly body: Uint8Array;
}

export function readBoxes(bytes: Uint8Array): Box[] {
  const boxes: Box[] = [];
  const view = viewOf(bytes);
  let at = 0;
  while (at < bytes.byteLength) {
    const size = view.getUint32(at);
    if (size < 8 || at + size > bytes.byteLength) throw new Error(`A box at ${at} has the size ${size}.`);
    const type = Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1');
    boxes.push({ type, start: at, body: bytes.subarray(at + 8, at + size) });
    at += size;
  }
  return boxes;
}

export function readFragments(bytes: Uint8Array): FragmentRead[] {
  const boxes = readBoxes(bytes);
  const fragments: FragmentRead[] = [];
  for (const [index, moof] of boxes.entries()) {
    if (moof.type === 'mdat') continue;
    if (moof.type !== 'moof' || boxes[index + 1]?.type !== 'mdat')
      throw new Error(`${moof.type} without its mdat.`);
    fragments.push(readFragment(moof, bytes, boxes[index + 1]?.body.byteLength ?? 0));
  }
  return fragments;
}

function readFragment(moof: Box, file: Uint8Array, mediaLength: number): FragmentRead {
  const inside = readBoxes(moof.body);
  const traf = readBoxes(find(inside, 'traf'));
  const tfdt = viewOf(find(traf, 'tfdt'));
  const tfhd = viewOf(find(traf, 'tfhd'));
  const trun = viewOf(find(traf, 'trun'));
  if ((tfhd.getUint32(0) & 0xff_ffff) !== 0x02_0020) throw new Error('tfhd has other flags.');
  const defaultFlags = tfhd.getUint32(8);
  let dts = Number(tfdt.getBigUint64(4));
  const flags = trun.getUint32(0) & 0xff_ffff;
  const count = trun.getUint32(4);
  let data = moof.start + trun.getInt32(8);
  let at = 12;
  const next = (flag: number, other: number) => {
    if ((flags & flag) === 0) return other;
    at += 4;
    return trun.getUint32(at - 4);
  };
  const samples: SampleRead[] = [];
  for (let i = 0; i < count; i += 1) {
    const duration = next(0x100, 0);
    const size = next(0x200, 0);
    const sampleFlags = next(0x400, defaultFlags);
    const compositionOffset = next(0x800, 0) | 0;
    const keyframe = (sampleFlags & 0x1_0000) === 0;
    samples.push({ dts, duration, compositionOffset, keyframe, payload: file.subarray(data, data + size) });
    dts += duration;
    data += size;
    mediaLength -= size;
  }
  if (mediaLength !== 0 || at !== trun.byteLength) throw new Error('trun and mdat do not agree.');
  return { sequence: viewOf(find(inside, 'mfhd')).getUint32(4), samples };
}

function find(boxes: readonly Box[], type: string): Uint8Array {
  const found = boxes.filter((box) => box.type === type);
  if (found.length !== 1 || found[0] === undefined)
    throw new Error(`There are ${found.length} ${type} boxes.`);
  return found[0].body;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
