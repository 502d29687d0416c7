/** One life of the process that encodes: what it was sent and has not taken, and whether it still answers. */
import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { type ProcessLimits, readable, spawnRestricted } from '../restricted-process.ts';
import type { Unit } from '../unit.ts';
import { type Message, MessageReader, writeMessage } from './wire/wire.ts';

export interface ProcessOptions {
  /** The program. */
  readonly file: string;
  readonly args: readonly string[];
  readonly limits: ProcessLimits;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  onMessage(message: Message): void;
  /** It took a unit that arrived so long ago. */
  onTaken(delayMs: number): void;
  /** Called once, unless the owner killed it. */
  onDeath(reason: string): void;
}

/** Units that may be on their way: enough for a decoder that is never idle, too few to hide that it is slow. */
const MAX_SENT = 8;

interface SentUnit {
  readonly kind: Unit['kind'];
  readonly sentAtMs: number;
  readonly arrivedAtMs: number;
}

export class TranscodingProcess {
  readonly #options: ProcessOptions;
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #abort = new AbortController();
  readonly #reader = new MessageReader();
  readonly #sent: SentUnit[] = [];
  readonly #startedAtMs: number;
  #onRoom: (() => void) | null = null;
  #isReady = false;
  #isDead = false;

  constructor(options: ProcessOptions) {
    this.#options = options;
    this.#startedAtMs = options.now();
    const reads = readable(new URL('../', import.meta.url), 'node-av/lib');
    const { signal } = this.#abort;
    this.#child = spawnRestricted(options.file, options.limits, { args: options.args, reads, signal });
    const { stdin, stdout } = this.#child;
    // A pipe that breaks is followed by the exit.
    stdin.on('error', () => undefined);
    stdout.on('error', () => undefined);
    stdout.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#child.on('error', (error) => this.die(`The process could not be started: ${error.message}`));
    this.#child.on('exit', (code, name) =>
      this.die(name === null ? `The process ended with code ${code}.` : `The process ended by ${name}.`),
    );
    this.#child.unref();
  }

  get pid(): number | null {
    return this.#child.pid ?? null;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Video units that it was sent and has not taken. */
  get videoUnits(): number {
    return this.#sent.filter(({ kind }) => kind === 'video').length;
  }

  /** For how long it has owed an answer; 0 where it owes none. */
  get silentMs(): number {
    const since = this.#isReady ? this.#sent[0]?.sentAtMs : this.#startedAtMs;
    return since === undefined ? 0 : this.#options.now() - since;
  }

  /** How long ago the oldest unit arrived that it has not taken; 0 where there is none. */
  get oldestMs(): number {
    const [oldest] = this.#sent;
    return oldest === undefined ? 0 : this.#options.now() - oldest.arrivedAtMs;
  }

  send(buffers: readonly Uint8Array[]): void {
    if (this.#isDead) return;
    const { stdin } = this.#child;
    stdin.cork();
    for (const buffer of buffers) stdin.write(buffer);
    stdin.uncork();
  }

  /** Resolves when there is room for another one, or the process is dead. */
  async sendUnit({ kind, keyframe, dts, pts, payload }: Unit, arrivedAtMs: number): Promise<void> {
    if (this.#isDead) return;
    this.#sent.push({ kind, arrivedAtMs, sentAtMs: this.#options.now() });
    this.send(writeMessage({ type: 'source', kind, keyframe, dts, pts, body: payload }));
    if (this.#sent.length < MAX_SENT) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onRoom = resolve;
    await promise;
  }

  /** Ends it; its owner is not told. */
  kill(): void {
    this.#isDead = true;
    this.#abort.abort();
    this.#makeRoom();
  }

  /** Ends it, and tells its owner. */
  die(reason: string): void {
    if (this.#isDead) return;
    this.kill();
    this.#options.onDeath(reason);
  }

  #take(chunk: Buffer): void {
    if (this.#isDead) return;
    try {
      for (const message of this.#reader.read(chunk)) {
        if (message.type === 'ready') this.#isReady = true;
        else if (message.type === 'taken') this.#taken();
        else this.#options.onMessage(message);
        if (this.#isDead) return;
      }
    } catch (error) {
      this.die(`The process sent what it may not: ${error instanceof Error ? error.message : error}`);
    }
  }

  #taken(): void {
    const unit = this.#sent.shift();
    if (unit === undefined) throw new Error('It took a unit that it was not sent.');
    const [next] = this.#sent;
    // The time of the next one begins when it is its turn.
    const now = this.#options.now();
    if (next !== undefined) this.#sent[0] = { ...next, sentAtMs: now };
    this.#options.onTaken(now - unit.arrivedAtMs);
    this.#makeRoom();
  }

  #makeRoom(): void {
    const onRoom = this.#onRoom;
    this.#onRoom = null;
    onRoom?.();
  }
}
