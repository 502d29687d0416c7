/** Makes renditions of one live stream in a child process, which it replaces when it dies, hangs or grows. */
import { fileURLToPath } from 'node:url';
import { QueuedReader } from '../queued-reader.ts';
import type { DisconnectReason, DiscontinuityReason } from '../reader.ts';
import { TIMESCALE, type Tracks, type Unit } from '../unit.ts';
import { FrameRateMeter } from './frame-rate-meter.ts';
import { HARDWARE_LIMITS } from './hardware-limits.ts';
import type { OutputRequest } from './outputs.ts';
import { OverloadDetector } from './overload-detector.ts';
import type { TranscoderState, TranscoderStatistics } from './statistics.ts';
import { TranscoderAccount } from './transcoder-account.ts';
import {
  DEFAULT_LIMITS,
  type Transcoder,
  type TranscoderLimits,
  type TranscoderOptions,
} from './transcoder-options.ts';
import { RunningOutput } from './transcoder-output.ts';
import { TranscodingProcess } from './transcoding-process.ts';
import { type OutputList, sourceTracks } from './wire/orders.ts';
import { failure, processStatistics } from './wire/replies.ts';
import { type Message, readJson, writeJson, writeMessage } from './wire/wire.ts';

/** Pauses before a process is started again, by how many before it died soon after their start. */
const RESTART_MS = [0, 500, 2000, 5000, 15_000, 30_000] as const;
/** One that ran for this long did not die of its start. */
const STABLE_MS = 30_000;
const SUPERVISION_MS = 100;

export function createTranscoder(options: TranscoderOptions): Transcoder {
  return new SupervisedTranscoder(options);
}

class SupervisedTranscoder implements Transcoder {
  readonly #options: TranscoderOptions;
  readonly #limits: TranscoderLimits;
  readonly #now: () => number;
  readonly #queue: QueuedReader;
  readonly #account = new TranscoderAccount();
  readonly #meter = new FrameRateMeter();
  readonly #overload: OverloadDetector;
  readonly #arrivedAtMs = new WeakMap<Unit, number>();
  #tracks: Tracks = { video: null, audio: null };
  #outputs: readonly RunningOutput[] = [];
  #nextId = 1;
  #process: TranscodingProcess | null = null;
  #startedAtMs = 0;
  #awaitsKeyframe = true;
  #restartTimer: NodeJS.Timeout | null = null;
  #supervision: NodeJS.Timeout | null = null;
  #isClosed = false;
  /** Deaths in a row, each soon after a start. */
  #deaths = 0;

  constructor(options: TranscoderOptions) {
    this.#options = options;
    const usesHardware = (options.encoders?.length ?? 0) > 0;
    this.#limits = { ...DEFAULT_LIMITS, ...(usesHardware && HARDWARE_LIMITS), ...options.limits };
    this.#now = options.now ?? (() => performance.now());
    this.#overload = new OverloadDetector(this.#now);
    this.#queue = new QueuedReader({
      maxBytes: this.#limits.queueBytes,
      maxTicks: this.#limits.queueSeconds * TIMESCALE,
      accepts: (unit) => this.#accepts(unit),
      onFault: (error) => options.log.error({ err: error }, 'A transcoder failed'),
      consumer: {
        onTracks: (tracks) => this.#takeTracks(tracks),
        onUnit: (unit) => this.#takeUnit(unit),
        onDiscontinuity: () => this.#process?.send(writeMessage({ type: 'discontinuity' })),
        onEnd: () => this.close(),
      },
    });
  }

  get statistics(): TranscoderStatistics {
    const processId = this.#process?.pid ?? null;
    return this.#account.statistics(this.#state, processId, this.#outputs, this.#droppedFrames);
  }

  setOutputs(outputs: readonly OutputRequest[]): void {
    if (this.#isClosed) return;
    this.#outputs = outputs.map((request) => this.#outputFor(request));
    this.#overload.reset();
    if (this.#outputs.length === 0) this.#stop();
    else if (this.#process !== null) this.#process.send(writeJson('outputs', this.#list()));
    else if (this.#restartTimer === null) this.#start();
  }

  onTracks(tracks: Tracks): void {
    this.#meter.reset();
    this.#queue.onTracks(tracks);
  }

  onUnit(unit: Unit): void {
    if (unit.kind === 'video') this.#meter.add(unit.dts);
    if (this.#outputs.length > 0) this.#arrivedAtMs.set(unit, this.#now());
    this.#queue.onUnit(unit);
  }

  onDiscontinuity(reason: DiscontinuityReason): void {
    this.#meter.reset();
    this.#queue.onDiscontinuity(reason);
  }

  onEnd(reason: DisconnectReason): void {
    this.#queue.onEnd(reason);
  }

  close(): void {
    this.#isClosed = true;
    this.#outputs = [];
    this.#queue.close();
    this.#stop();
  }

  get #state(): TranscoderState {
    if (this.#isClosed) return 'closed';
    if (this.#outputs.length === 0) return 'idle';
    if (this.#process?.isReady === true) return 'running';
    return this.#deaths > 1 ? 'failing' : 'starting';
  }

  get #droppedFrames(): number {
    return this.#account.lostFrames + this.#queue.stats().droppedUnits;
  }

  get #wantsVideo(): boolean {
    return this.#outputs.some(({ request }) => request.kind === 'video');
  }

  /** Keyframes always, since the queue drops up to the next one. */
  #accepts({ kind, keyframe }: Unit): boolean {
    if (this.#outputs.length === 0) return false;
    if (kind === 'video') return keyframe || this.#wantsVideo;
    return this.#outputs.some(({ request }) => request.kind === 'opus');
  }

  #outputFor(request: OutputRequest): RunningOutput {
    const running = this.#outputs.find((output) => output.matches(request));
    if (running !== undefined) return running;
    const id = this.#nextId;
    this.#nextId = (id % 0xffff) + 1;
    return new RunningOutput(id, request, this.#droppedFrames, (error) =>
      this.#options.log.error({ err: error }, 'An output of a transcoder failed'),
    );
  }

  #list(): OutputList {
    return this.#outputs.map(({ id, request }) => {
      if (request.kind === 'opus') return { kind: 'opus', id };
      const { name: _name, ...rendition } = request.rendition;
      return { kind: 'video', id, ...rendition };
    });
  }

  #takeTracks(tracks: Tracks): void {
    this.#tracks = tracks;
    this.#process?.send(this.#tracksMessage());
  }

  #tracksMessage(): readonly Uint8Array[] {
    const frameRate = this.#meter.frameRate ?? this.#tracks.video?.frameRate ?? null;
    return writeJson('tracks', sourceTracks(this.#tracks, frameRate));
  }

  async #takeUnit(unit: Unit): Promise<void> {
    const process = this.#process;
    if (unit.kind === 'video') {
      if (!this.#wantsVideo) {
        this.#awaitsKeyframe = true;
        return;
      }
      if (process?.isReady !== true || (this.#awaitsKeyframe && !unit.keyframe)) {
        if (this.#account.restarts > 0) this.#account.lostFrames += 1;
        return;
      }
      this.#awaitsKeyframe = false;
    }
    if (process?.isReady !== true) return;
    await process.sendUnit(unit, this.#arrivedAtMs.get(unit) ?? this.#now());
  }

  #start(): void {
    const { worker, encoders = [] } = this.#options;
    this.#startedAtMs = this.#now();
    this.#awaitsKeyframe = true;
    const process = new TranscodingProcess({
      file: worker ?? fileURLToPath(new URL('./worker/worker.ts', import.meta.url)),
      args: encoders,
      limits: this.#limits,
      now: this.#now,
      onMessage: (message) => this.#takeMessage(message),
      onTaken: (delayMs) => {
        this.#account.delayMs = delayMs;
        this.#overload.add(delayMs);
      },
      onDeath: (reason) => this.#replace(reason),
    });
    this.#process = process;
    process.send(writeJson('outputs', this.#list()));
    process.send(this.#tracksMessage());
    this.#supervision = setInterval(() => this.#supervise(process), SUPERVISION_MS);
    this.#supervision.unref();
  }

  #takeMessage(message: Message): void {
    switch (message.type) {
      case 'statistics':
        this.#account.report(processStatistics.parse(readJson(message)));
        return;
      case 'failure': {
        const { message: reason } = failure.parse(readJson(message));
        this.#account.fail(reason);
        this.#options.log.warn({ reason }, 'A transcoder could not encode');
        return;
      }
      case 'track':
      case 'unit':
      case 'break':
        // It may have been stopped in the meantime.
        this.#outputs.find(({ id }) => id === message.output)?.take(message);
        return;
      default:
        throw new Error(`A message of type ${message.type} is none of a process.`);
    }
  }

  #supervise(process: TranscodingProcess): void {
    const { hangMs, startMs } = this.#limits;
    const { silentMs } = process;
    if (silentMs > (process.isReady ? hangMs : startMs)) {
      process.die(`The process did not answer for ${Math.round(silentMs)} ms.`);
      return;
    }
    const overloadMs = this.#overload.check(process.isReady ? process.oldestMs : 0);
    if (overloadMs !== null) this.#options.onOverloaded?.(overloadMs);
  }

  /** The process is dead: another one takes its place. */
  #replace(reason: string): void {
    this.#account.restart(reason, this.#process?.videoUnits ?? 0);
    this.#deaths = this.#now() - this.#startedAtMs >= STABLE_MS ? 1 : this.#deaths + 1;
    this.#options.log.warn({ reason, restarts: this.#account.restarts }, 'A transcoder is started again');
    this.#forgetProcess();
    for (const output of this.#outputs) output.restart();
    this.#restartTimer = setTimeout(
      () => {
        this.#restartTimer = null;
        this.#start();
      },
      RESTART_MS[Math.min(this.#deaths, RESTART_MS.length) - 1],
    );
    this.#restartTimer.unref();
  }

  #stop(): void {
    if (this.#restartTimer !== null) clearTimeout(this.#restartTimer);
    this.#restartTimer = null;
    this.#deaths = 0;
    this.#process?.kill();
    this.#forgetProcess();
  }

  #forgetProcess(): void {
    if (this.#supervision !== null) clearInterval(this.#supervision);
    this.#supervision = null;
    this.#process = null;
    this.#overload.reset();
    this.#account.endProcess();
  }
}
