/** Writes frames as the files of a recording, in one run. Segments of both tracks begin at the same times. */
import { type FragmentSample, fragmentHeaderSize, writeFragmentHeader } from '../containers/mp4/fragment.ts';
import { mediaTimescale, writeInitSection } from '../containers/mp4/init-section.ts';
import { initPath, runName, segmentPath, trackPath, writeTrack } from '../recorder/recording-files.ts';
import { TIMESCALE, type Track, type TrackKind, type Tracks, type Unit } from '../unit.ts';
import { ImportRefused } from './import-limits.ts';

const SEGMENT_MIN = 2 * TIMESCALE;
/** Segments begin at the first keyframe after two seconds; keyframes are at most 4.5 s apart. */
const TARGET_DURATION_SECONDS = 7;
/** The duration of segments of audio without video, or after it. */
const AUDIO_SEGMENT = 4 * TIMESCALE;
/** Timestamps of audio are rounded in some containers; only larger differences are gaps. */
const AUDIO_JITTER = 0.04 * TIMESCALE;
/** One track may be ahead of the other by this much. */
const MAX_PENDING_BYTES = 96 * 1024 * 1024;

export interface RecordingFileSink {
  put(path: string, bytes: Uint8Array): Promise<void>;
}

/** A frame whose duration is known once the next one arrives; times in ticks of its track. */
interface Sample {
  readonly dts: number;
  readonly compositionOffset: number;
  readonly keyframe: boolean;
  readonly payload: Uint8Array;
}

class TrackWriter {
  readonly track: Track;
  readonly timescale: number;
  readonly samples: Sample[] = [];
  bytes = 0;
  sequence = 0;

  constructor(track: Track) {
    this.track = track;
    this.timescale = mediaTimescale(track);
  }

  add(sample: Sample): void {
    this.samples.push(sample);
    this.bytes += sample.payload.byteLength;
    if (this.bytes > MAX_PENDING_BYTES) throw new ImportRefused({ code: 'not_interleaved' });
  }

  /** Cuts the first samples off as a segment, which ends at `end`. */
  cut(count: number, end: number): { readonly bytes: Uint8Array; readonly seconds: number } | null {
    const taken = this.samples.splice(0, count);
    const [first] = taken;
    if (first === undefined) return null;
    const samples: FragmentSample[] = taken.map((sample, index) => ({
      ...sample,
      duration: Math.max(1, (taken[index + 1]?.dts ?? end) - sample.dts),
    }));
    const header = new Uint8Array(fragmentHeaderSize(this.track.kind, samples.length));
    this.sequence += 1;
    writeFragmentHeader(
      this.track.kind,
      { sequence: this.sequence, baseDecodeTime: first.dts, samples },
      header,
    );
    const bytes = Buffer.concat([header, ...samples.map(({ payload }) => payload)]);
    this.bytes -= bytes.byteLength - header.byteLength;
    return { bytes, seconds: (end - first.dts) / this.timescale };
  }
}

/**
 * Writes units of both tracks in any order, but those of a track in the order of their decode times. Without a video
 * track, segments of audio have a fixed duration.
 */
export class RecordingWriter {
  readonly #sink: RecordingFileSink;
  readonly #run: string;
  readonly #video: TrackWriter | null;
  readonly #audio: TrackWriter | null;
  /** The decode time of the first video frame, or audio frame if there is no video. It becomes 0. */
  #origin: number | null = null;
  #audioBefore: Unit[] = [];
  /** The presentation time of the first video frame. Audio before it is dropped. */
  #start = 0;
  #videoMsn = 0;
  #audioMsn = 0;
  #segmentStart = 0;
  /** The starts of segments that the audio has not reached. */
  #boundaries: number[] = [];
  #frame = TIMESCALE / 30;

  /** @param startMs the wall time at which the recording begins */
  constructor(tracks: Tracks, startMs: number, epoch: string, sink: RecordingFileSink) {
    this.#sink = sink;
    this.#run = runName(startMs, 0, epoch);
    this.#video = tracks.video && new TrackWriter(tracks.video);
    this.#audio = tracks.audio && new TrackWriter(tracks.audio);
  }

  /** Must be called once, before the first unit. */
  async begin(): Promise<void> {
    for (const { track } of [this.#video, this.#audio].filter((writer) => writer !== null)) {
      await this.#sink.put(trackPath(this.#run, track.kind), writeTrack(track, TARGET_DURATION_SECONDS));
      await this.#sink.put(initPath(this.#run, track.kind), writeInitSection(track));
    }
  }

  async push(unit: Unit): Promise<void> {
    const video = this.#video;
    if (video === null) return await this.#pushSound(unit);
    if (unit.kind === 'video') return await this.#pushVideo(video, unit);
    if (this.#origin !== null) return await this.#pushAudio(unit);
    this.#audioBefore.push(unit);
  }

  async end(): Promise<void> {
    const video = this.#video;
    const last = video?.samples.at(-1);
    if (video !== null) await this.#cutVideo(video, Math.round((last?.dts ?? 0) + this.#frame));
    const audio = this.#audio;
    if (audio === null) return;
    const finish = audio.samples.at(-1)?.dts ?? 0;
    const audioEnd = (finish * TIMESCALE) / audio.timescale;
    const end = last && last.dts + last.compositionOffset + Math.round(this.#frame);
    for (let at = end ?? audioEnd; at + AUDIO_SEGMENT < audioEnd; at += AUDIO_SEGMENT)
      this.#boundaries.push(at);
    await this.#cutAudioAtBoundaries(true);
    await this.#cutAudio(audio, audio.samples.length, finish + frameOf(audio.track));
  }

  async #pushSound(unit: Unit): Promise<void> {
    // Encoders begin with a frame before 0, whose samples are not part of the sound.
    if (this.#origin === null && unit.pts < 0) return;
    this.#origin ??= unit.pts;
    const time = unit.pts - this.#origin;
    if (time - this.#segmentStart >= AUDIO_SEGMENT) {
      this.#segmentStart = time;
      this.#boundaries.push(time);
    }
    await this.#pushAudio(unit);
  }

  async #pushVideo(video: TrackWriter, unit: Unit): Promise<void> {
    if (this.#origin === null) {
      if (!unit.keyframe) return;
      this.#origin = unit.dts;
      this.#start = unit.pts - unit.dts;
      const before = this.#audioBefore.splice(0);
      for (const audio of before) await this.#pushAudio(audio);
    }
    const previous = video.samples.at(-1)?.dts ?? -1;
    const dts = Math.max(previous + 1, Math.round(unit.dts - this.#origin));
    const pts = Math.max(0, Math.round(unit.pts - this.#origin));
    if (unit.keyframe && dts - this.#segmentStart >= SEGMENT_MIN) {
      await this.#cutVideo(video, dts);
      this.#segmentStart = dts;
      this.#boundaries.push(pts);
      await this.#cutAudioAtBoundaries(false);
    }
    if (previous >= 0) this.#frame = Math.min(dts - previous, TIMESCALE);
    video.add({ dts, compositionOffset: pts - dts, keyframe: unit.keyframe, payload: unit.payload });
  }

  async #pushAudio(unit: Unit): Promise<void> {
    const audio = this.#audio;
    if (audio === null) return;
    const time = unit.pts - (this.#origin ?? 0);
    if (time < this.#start) return;
    const previous = audio.samples.at(-1)?.dts;
    const expected = previous === undefined ? null : previous + frameOf(audio.track);
    const given = Math.round((time * audio.timescale) / TIMESCALE);
    const isNear =
      expected !== null && Math.abs(given - expected) <= (AUDIO_JITTER * audio.timescale) / TIMESCALE;
    const dts = isNear ? expected : Math.max(given, (previous ?? -1) + 1);
    audio.add({ dts, compositionOffset: 0, keyframe: true, payload: unit.payload });
    await this.#cutAudioAtBoundaries(false);
  }

  async #cutVideo(video: TrackWriter, end: number): Promise<void> {
    const segment = video.cut(video.samples.length, end);
    await this.#put('video', this.#videoMsn, segment);
    this.#videoMsn += 1;
  }

  /** @param all whether to cut even if no audio after the boundary has arrived */
  async #cutAudioAtBoundaries(all: boolean): Promise<void> {
    const audio = this.#audio;
    if (audio === null) return void this.#boundaries.splice(0);
    for (let next = this.#boundaries[0]; next !== undefined; next = this.#boundaries[0]) {
      const at = (next * audio.timescale) / TIMESCALE;
      const count = audio.samples.findIndex(({ dts }) => dts >= at);
      if (count < 0 && !all) return;
      this.#boundaries.shift();
      const last = audio.samples.at(-1)?.dts ?? 0;
      const end = count < 0 ? last + frameOf(audio.track) : (audio.samples[count]?.dts ?? last);
      await this.#cutAudio(audio, count < 0 ? audio.samples.length : count, end);
    }
  }

  async #cutAudio(audio: TrackWriter, count: number, end: number): Promise<void> {
    await this.#put('audio', this.#audioMsn, audio.cut(count, end));
    this.#audioMsn += 1;
  }

  async #put(name: TrackKind, msn: number, segment: ReturnType<TrackWriter['cut']>): Promise<void> {
    if (segment === null) return;
    await this.#sink.put(
      segmentPath({ path: this.#run, layout: 'shared' }, name, msn, segment.seconds),
      segment.bytes,
    );
  }
}

const frameOf = (track: Track): number => (track.kind === 'audio' ? (track.samplesPerFrame ?? 1024) : 0);
