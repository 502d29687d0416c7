/** What the process of a transcoder does: takes its messages, and sends what it encodes. Runs FFmpeg. */
import type { AudioTrack, Unit, VideoTrack } from '../../unit.ts';
import type { EncoderBackend } from '../codecs/video-encoders.ts';
import { type OutputList, readTrack, type SourceTracks, writeTrack } from '../wire/orders.ts';
import type { Failure, ProcessStatistics } from '../wire/replies.ts';
import { type Message, type MessageType, readJson, writeJson, writeMessage } from '../wire/wire.ts';
import { type AudioOutput, AudioPipeline } from './audio-pipeline.ts';
import { RenditionEncoder, type RenditionOutput } from './rendition-encoder.ts';
import { VideoPipeline } from './video-pipeline.ts';

export class EncodingSession {
  readonly #backends: readonly EncoderBackend[];
  readonly #write: (buffers: readonly Uint8Array[]) => void;
  readonly #renditions = new Map<number, RenditionEncoder>();
  readonly #video: VideoPipeline;
  /** By output. */
  readonly #audio = new Map<number, AudioPipeline>();
  #tracks: SourceTracks = { video: null, audio: null, frameRate: null };

  /** @param backends in the order of preference */
  constructor(backends: readonly EncoderBackend[], write: (buffers: readonly Uint8Array[]) => void) {
    this.#backends = backends;
    this.#write = write;
    this.#video = new VideoPipeline((message) => this.#sendFailure(message));
  }

  /** @throws Error where the message is none for a process */
  async take(message: Message): Promise<void> {
    switch (message.type) {
      case 'outputs':
        return this.#setOutputs(readJson<OutputList>(message));
      case 'tracks': {
        this.#tracks = readJson<SourceTracks>(message);
        const { video, audio, frameRate } = this.#tracks;
        await this.#video.setTrack(video && readTrack(video));
        for (const rendition of this.#renditions.values()) rendition.restart(frameRate);
        for (const pipeline of this.#audio.values()) pipeline.setTrack(audio && readTrack(audio));
        return;
      }
      case 'discontinuity':
        for (const pipeline of this.#audio.values()) pipeline.break();
        return this.#video.break();
      case 'source':
        await this.#takeUnit(message);
        return this.#write(writeMessage({ type: 'taken' }));
      default:
        throw new Error(`The process received a message of type ${message.type}.`);
    }
  }

  statistics(): ProcessStatistics {
    const { user, system } = process.cpuUsage();
    return {
      cpuMs: (user + system) / 1000,
      damagedUnits: this.#video.damagedUnits,
      outputs: [
        ...Array.from(this.#renditions, ([id, { encoderName, speed }]) => ({
          id,
          encoder: encoderName,
          speed,
        })),
        ...Array.from(this.#audio, ([id, { encoderName }]) => ({ id, encoder: encoderName, speed: null })),
      ],
    };
  }

  #setOutputs(outputs: OutputList): void {
    const ids = new Set(outputs.map(({ id }) => id));
    for (const running of [this.#renditions, this.#audio])
      for (const [id, one] of running) {
        if (ids.has(id)) continue;
        one.close();
        running.delete(id);
      }
    for (const output of outputs) {
      if (this.#renditions.has(output.id) || this.#audio.has(output.id)) continue;
      const sink = this.#outputOf(output.id);
      if (output.kind === 'video') {
        const { frameRate } = this.#tracks;
        this.#renditions.set(output.id, new RenditionEncoder(output, this.#backends, frameRate, sink));
      } else {
        const pipeline = new AudioPipeline(sink);
        const { audio } = this.#tracks;
        pipeline.setTrack(audio && readTrack(audio));
        this.#audio.set(output.id, pipeline);
      }
    }
    this.#video.setRenditions([...this.#renditions.values()]);
  }

  #outputOf(output: number): RenditionOutput & AudioOutput {
    return {
      onTrack: (track: VideoTrack | AudioTrack) => this.#write(writeJson('track', writeTrack(track), output)),
      onUnit: (unit) => this.#sendUnit(output, unit),
      onBreak: () => this.#write(writeMessage({ type: 'break', output })),
      onFailure: (message) => this.#sendFailure(message),
    };
  }

  async #takeUnit({ kind, keyframe, dts, pts, body }: Message): Promise<void> {
    const unit: Unit = { kind, keyframe, dts, pts, payload: body };
    if (kind === 'video') await this.#video.take(unit);
    else for (const pipeline of this.#audio.values()) pipeline.take(unit);
  }

  #sendUnit(output: number, { kind, keyframe, dts, pts, payload }: Unit): void {
    const type: MessageType = 'unit';
    this.#write(writeMessage({ type, output, kind, keyframe, dts, pts, body: payload }));
  }

  #sendFailure(message: string): void {
    const failure: Failure = { message };
    this.#write(writeJson('failure', failure));
  }
}
