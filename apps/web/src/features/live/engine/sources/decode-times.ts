/** Moves the decode times of video segments, so that the first frame of a run is decoded when it is shown. */

/** Where the content of a box begins and ends. */
interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

function* boxesIn(view: DataView, start: number, end: number): Generator<Box> {
  for (let at = start; at + 8 <= end; ) {
    const size = view.getUint32(at);
    if (size < 8 || at + size > end) return;
    const type = String.fromCharCode(...Array.from({ length: 4 }, (_, i) => view.getUint8(at + 4 + i)));
    yield { type, start: at + 8, end: at + size };
    at += size;
  }
}

const HAS_DATA_OFFSET = 0x1;
const HAS_FIRST_FLAGS = 0x4;
const HAS_SAMPLE_FLAGS = 0x400;
const HAS_COMPOSITION_OFFSETS = 0x800;
/** sample_duration, sample_size, sample_flags and the composition offset, of four bytes each. */
const SAMPLE_FIELDS = [0x100, 0x200, HAS_SAMPLE_FLAGS, HAS_COMPOSITION_OFFSETS];
const NON_SYNC = 0x1_0000;

/** The samples of a track run that have composition offsets; null where they have none. */
function readRun(view: DataView, { start, end }: Box) {
  const flags = view.getUint32(start) & 0xff_ffff;
  if ((flags & HAS_COMPOSITION_OFFSETS) === 0) return null;
  const fields = SAMPLE_FIELDS.filter((field) => flags & field);
  const headFields = [HAS_DATA_OFFSET, HAS_FIRST_FLAGS].filter((field) => flags & field);
  const first = start + 8 + headFields.length * 4;
  const count = view.getUint32(start + 4);
  const sampleBytes = fields.length * 4;
  if (count === 0 || first + count * sampleBytes > end) return null;
  // They are the last field of a sample.
  const offsets = Array.from({ length: count }, (_, i) => first + (i + 1) * sampleBytes - 4);
  const isKeyframe =
    (flags & HAS_SAMPLE_FLAGS) !== 0 && (view.getUint32(first + sampleBytes - 8) & NON_SYNC) === 0;
  return { start, offsets, isKeyframe };
}

/**
 * Adds the delay that B-frames need to the decode times of a segment and subtracts it from its composition offsets
 * (ISO/IEC 14496-12 section 8.8), in place. Presentation times stay.
 * @param known the delay of the segments that this one follows; without it, that of its first frame, a keyframe
 * @returns the delay in ticks; undefined where it is not known
 */
export function alignDecodeTimes(segment: ArrayBuffer, known: number | undefined): number | undefined {
  const view = new DataView(segment);
  let delay = known;
  for (const moof of boxesIn(view, 0, view.byteLength)) {
    if (moof.type !== 'moof') continue;
    for (const traf of boxesIn(view, moof.start, moof.end)) {
      if (traf.type !== 'traf') continue;
      const boxes = [...boxesIn(view, traf.start, traf.end)];
      const runs = boxes.flatMap((box) => (box.type === 'trun' ? (readRun(view, box) ?? []) : []));
      const [first] = runs;
      const time = boxes.find(({ type }) => type === 'tfdt');
      if (first === undefined || time === undefined) continue;
      if (first.isKeyframe) delay ??= view.getInt32(first.offsets[0] ?? 0);
      if (delay === undefined || delay <= 0) continue;
      const has64Bits = view.getUint8(time.start) === 1;
      if (has64Bits) view.setBigUint64(time.start + 4, view.getBigUint64(time.start + 4) + BigInt(delay));
      else view.setUint32(time.start + 4, view.getUint32(time.start + 4) + delay);
      for (const { start, offsets } of runs) {
        // Version 1: signed offsets.
        view.setUint8(start, 1);
        for (const at of offsets) view.setInt32(at, view.getInt32(at) - delay);
      }
    }
  }
  return delay;
}
