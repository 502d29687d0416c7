/** One track of a progressive MP4 file, made from the fragments of a recording (ISO/IEC 14496-12 section 8). */
import type { FragmentTable } from './fragment-reader.ts';
import { GrowingTable, RunLengthTable } from './growing-table.ts';
import type { TrackHeader } from './init-reader.ts';
import { boxOf, fullBoxOf, type Pieces, u32, u64 } from './pieces.ts';

/** The timescale of the movie, in ticks per second. */
export const MOVIE_TIMESCALE = 90_000;

export class MovieTrack {
  readonly #first: TrackHeader;
  readonly #descriptions: Buffer[] = [];
  readonly #deltas = new RunLengthTable();
  readonly #compositions = new RunLengthTable();
  readonly #sizes = new GrowingTable();
  readonly #keyframes = new GrowingTable();
  /** The offsets of the fragments' media, from the first byte of media in the file. */
  readonly #offsets: number[] = [];
  readonly #chunks = new GrowingTable();
  #lastChunk = { samples: 0, description: 0 };
  #samples = 0;
  #keyframeCount = 0;
  #chunkEntries = 0;
  /** The decode time and composition offset of the first sample, on the movie's timeline in this track's ticks. */
  #startDts = 0;
  #startOffset = 0;
  #dts = 0;
  #duration = 0;

  constructor(first: TrackHeader) {
    this.#first = first;
  }

  /** The end of the last added sample, in seconds. */
  get endSeconds(): number {
    return (this.#dts + this.#duration + this.#startOffset) / this.#first.timescale;
  }

  /**
   * @param header the track of the fragment's run
   * @param shiftSeconds the difference from the fragment's times to the movie's timeline
   * @param segmentOffset the offset of the fragment's segment from the first byte of media in the file
   */
  add(fragment: FragmentTable, header: TrackHeader, shiftSeconds: number, segmentOffset: number): void {
    const { timescale } = this.#first;
    const scale = timescale / header.timescale;
    let dts = Math.round(fragment.baseDecodeTime * scale + shiftSeconds * timescale);
    for (const { duration, size, compositionOffset, keyframe } of fragment.samples) {
      const offset = Math.round(compositionOffset * scale);
      if (this.#samples === 0) {
        this.#startDts = dts;
        this.#startOffset = offset;
      } else {
        // A gap lengthens the sample before it. Times never decrease, even if runs overlap.
        dts = Math.max(dts, this.#dts + 1);
        this.#deltas.add(dts - this.#dts);
      }
      this.#samples += 1;
      this.#dts = dts;
      this.#duration = Math.round(duration * scale);
      this.#sizes.u32(size);
      this.#compositions.add(offset);
      if (keyframe) {
        this.#keyframes.u32(this.#samples);
        this.#keyframeCount += 1;
      }
      dts += this.#duration;
    }
    this.#addChunk(fragment, this.#describe(header), segmentOffset);
  }

  #addChunk({ samples, mediaOffset }: FragmentTable, description: number, segmentOffset: number): void {
    this.#offsets.push(segmentOffset + mediaOffset);
    const last = this.#lastChunk;
    if (last.samples === samples.length && last.description === description) return;
    this.#lastChunk = { samples: samples.length, description };
    this.#chunks.u32(this.#offsets.length);
    this.#chunks.u32(samples.length);
    this.#chunks.u32(description);
    this.#chunkEntries += 1;
  }

  /** The number of the sample entry, which runs with the same codec parameters share. */
  #describe({ sampleEntry }: TrackHeader): number {
    const known = this.#descriptions.findIndex((one) => one.equals(sampleEntry));
    return known === -1 ? this.#descriptions.push(sampleEntry) : known + 1;
  }

  /** The duration on the movie's timeline, in the movie's ticks. */
  get movieTicks(): number {
    return this.#ticks(this.endSeconds);
  }

  #ticks(seconds: number): number {
    return Math.round(Math.max(0, seconds) * MOVIE_TIMESCALE);
  }

  /** The `trak` box. @param mediaStart the offset of the first byte of media in the file */
  box(id: number, mediaStart: number): Pieces {
    const { timescale, tkhd, hdlr, mediaHeader, dinf } = this.#first;
    const trackHeader = Buffer.concat([
      ...[u64(0), u64(0), u32(id), u32(0), u64(this.movieTicks)],
      // Layer, group, volume, matrix and dimensions follow the 32-bit times of the initialization section.
      tkhd.subarray(24),
    ]);
    const mediaTicks = this.#dts + this.#duration - this.#startDts;
    const mediaTimes = [u64(0), u64(0), u32(timescale), u64(mediaTicks), u32(0x55c4_0000)];
    return boxOf('trak', [
      ...fullBoxOf('tkhd', 1, 3, [trackHeader]),
      ...boxOf('edts', fullBoxOf('elst', 1, 0, this.#edits())),
      ...boxOf('mdia', [
        ...fullBoxOf('mdhd', 1, 0, mediaTimes),
        ...boxOf('hdlr', [hdlr]),
        ...boxOf('minf', [
          ...mediaHeader,
          ...boxOf('dinf', [dinf]),
          ...boxOf('stbl', this.#sampleTable(mediaStart)),
        ]),
      ]),
    ]);
  }

  /** The edit list, which starts with the first sample, after a pause if the track begins later. */
  #edits(): Pieces {
    const rate = u32(0x1_0000);
    const pause = this.#ticks((this.#startDts + this.#startOffset) / this.#first.timescale);
    const media = [u64(this.movieTicks - pause), u64(this.#startOffset), rate];
    return pause === 0 ? [u32(1), ...media] : [u32(2), u64(pause), u64(-1), rate, ...media];
  }

  #sampleTable(mediaStart: number): Pieces {
    const deltas = new RunLengthTable();
    const times = this.#deltas.finish();
    deltas.add(this.#duration);
    const last = deltas.finish();
    const compositions = this.#compositions.finish();
    const offsets = Buffer.alloc(this.#offsets.length * 8);
    for (const [i, offset] of this.#offsets.entries())
      offsets.writeBigUInt64BE(BigInt(mediaStart + offset), i * 8);
    const isAllKeyframes = this.#keyframeCount === this.#samples;
    return [
      ...fullBoxOf('stsd', 0, 0, [u32(this.#descriptions.length), ...this.#descriptions]),
      ...fullBoxOf('stts', 0, 0, [u32(times.entries + last.entries), times.bytes, last.bytes]),
      ...fullBoxOf('ctts', 1, 0, [u32(compositions.entries), compositions.bytes]),
      ...(isAllKeyframes ? [] : fullBoxOf('stss', 0, 0, [u32(this.#keyframeCount), this.#keyframes.bytes])),
      ...fullBoxOf('stsc', 0, 0, [u32(this.#chunkEntries), this.#chunks.bytes]),
      ...fullBoxOf('stsz', 0, 0, [u32(0), u32(this.#samples), this.#sizes.bytes]),
      ...fullBoxOf('co64', 0, 0, [u32(this.#offsets.length), offsets]),
    ];
  }
}
