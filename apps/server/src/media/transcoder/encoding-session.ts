/** What the process of a transcoder does: takes its messages, and sends what it encodes. Runs FFmpeg. */
import type { Unit } from '../unit.ts';
import { type OutputList, readTrack, type SourceTracks, writeTrack } from './orders.ts';
import { RenditionEncoder, type RenditionOutput } from './rendition-encoder.ts';
import type { Failure, ProcessStatistics } from './replies.ts';
import type { EncoderBackend } from './video-encoders.ts';
import { VideoPipeline } from './video-pipeline.ts';
import { type Message, type MessageType, readJson, writeJson, writeMessage } from './wire.ts';

export class EncodingSession {
  readonly #backends: readonly EncoderBackend[];
  readonly #write: (buffers: readonly Uint8Array[]) => void;
  readonly #renditions = new Map<number, RenditionEncoder>();
  readonly #video: VideoPipeline;
  #frameRate: number | null = null;

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
        const { video, frameRate } = readJson<SourceTracks>(message);
        await this.#video.setTrack(video && readTrack(video));
        this.#frameRate = frameRate;
        for (const rendition of this.#renditions.values()) rendition.restart(frameRate);
        return;
      }
      case 'discontinuity':
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
      outputs: Array.from(this.#renditions, ([id, { encoderName, speed }]) => ({
        ...{ id, encoder: encoderName, speed },
      })),
    };
  }

  #setOutputs(outputs: OutputList): void {
    for (const [id, rendition] of this.#renditions) {
      if (outputs.some((output) => output.id === id)) continue;
      rendition.close();
      this.#renditions.delete(id);
    }
    for (const output of outputs) {
      if (output.kind !== 'video' || this.#renditions.has(output.id)) continue;
      const sink = this.#outputOf(output.id);
      this.#renditions.set(output.id, new RenditionEncoder(output, this.#backends, this.#frameRate, sink));
    }
    this.#video.setRenditions([...this.#renditions.values()]);
  }

  #outputOf(output: number): RenditionOutput {
    return {
      onTrack: (track) => this.#write(writeJson('track', writeTrack(track), output)),
      onUnit: (unit) => this.#sendUnit(output, unit),
      onBreak: () => this.#write(writeMessage({ type: 'break', output })),
      onFailure: (message) => this.#sendFailure(message),
    };
  }

  async #takeUnit({ kind, keyframe, dts, pts, body }: Message): Promise<void> {
    if (kind === 'video') await this.#video.take({ kind, keyframe, dts, pts, payload: body });
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
