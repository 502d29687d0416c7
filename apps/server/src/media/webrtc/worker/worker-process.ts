/** Starts and watches the process that serves the WebRTC viewers. */
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { MediaLog } from '../../ports.ts';
import { forkRestricted } from '../../restricted-process.ts';
import { type OpenCommand, type WorkerCommand, type WorkerStats, workerReply } from './worker-messages.ts';

export interface WorkerProcessOptions {
  readonly port: number;
  readonly bindAddress: string | null;
  readonly maxViewers: number;
  readonly silentMs?: number;
  readonly maxLagMs?: number;
  readonly crashPauseMs?: number;
  readonly log: MediaLog;
  readonly onConnected: (session: string) => void;
  readonly onClosed: (session: string) => void;
  /** The process is gone, and all viewers with it. */
  readonly onGone: () => void;
  /** The program; tests pass one that misbehaves. */
  readonly file?: string;
}

/** Browsers send a receiver report each second or so. */
const SILENT_MS = 10_000;
/** A delay that grows is worse than a gap where playback is to be below a second behind. */
const MAX_LAG_MS = 500;
/** Starting the process takes 100 ms, an answer 2 ms. */
const OPEN_MS = 5_000;
/** It reports each second. */
const STUCK_MS = 10_000;
/** A process without viewers takes no memory. */
const IDLE_MS = 60_000;
/** A process that dies this soon after its start is not started again for as long. */
const CRASH_PAUSE_MS = 10_000;

/** Two gigabytes, of which Node maps half a gigabyte without using it, and what a viewer takes at most. */
const dataKib = (maxViewers: number) => 2 * 1024 * 1024 + maxViewers * 4 * 1024;

export class WorkerProcess {
  readonly #options: WorkerProcessOptions;
  readonly #file: string;
  readonly #opening = new Map<string, PromiseWithResolvers<string>>();
  readonly #sessions = new Set<string>();
  #child: ChildProcess | null = null;
  #startedAtMs = Number.NEGATIVE_INFINITY;
  #pausedUntilMs = Number.NEGATIVE_INFINITY;
  #watchdog: NodeJS.Timeout | null = null;
  #idle: NodeJS.Timeout | null = null;
  #stats: WorkerStats | null = null;
  #crashes = 0;

  constructor(options: WorkerProcessOptions) {
    this.#options = options;
    this.#file = options.file ?? fileURLToPath(new URL('./webrtc-worker.ts', import.meta.url));
  }

  /** What the process reported last; null while there is none. */
  get stats(): WorkerStats | null {
    return this.#stats;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** How often the process has died while it was needed. */
  get crashes(): number {
    return this.#crashes;
  }

  /** Starts the process where there is none. @returns whether it can take viewers */
  start(): boolean {
    if (this.#child !== null) return true;
    if (performance.now() < this.#pausedUntilMs) return false;
    const { maxViewers, port, bindAddress, silentMs = SILENT_MS, maxLagMs = MAX_LAG_MS } = this.#options;
    const child = forkRestricted(this.#file, { dataKib: dataKib(maxViewers), heapMib: 512 });
    this.#child = child;
    this.#startedAtMs = performance.now();
    child.on('message', (message) => this.#hear(child, message));
    child.on('exit', (code, signal) => this.#exited(child, { code, signal }));
    child.on('error', () => this.#exited(child, { code: null, signal: null }));
    void this.send({ kind: 'start', port, bindAddress, silentMs, maxLagMs });
    this.#watch(child);
    return true;
  }

  /** @returns the SDP of this side @throws Error where the process refuses, dies or does not answer */
  async open(command: OpenCommand): Promise<string> {
    const { session } = command;
    const opening = Promise.withResolvers<string>();
    this.#opening.set(session, opening);
    this.#sessions.add(session);
    this.#stopIdle();
    const timer = setTimeout(
      () => opening.reject(new Error(`The WebRTC process did not answer within ${OPEN_MS} ms.`)),
      OPEN_MS,
    );
    try {
      if (!this.start()) throw new Error('The WebRTC process has crashed a moment ago.');
      void this.send(command);
      return await opening.promise;
    } catch (error) {
      this.closeSession(session);
      throw error;
    } finally {
      clearTimeout(timer);
      this.#opening.delete(session);
    }
  }

  closeSession(session: string): void {
    this.#opening.get(session)?.reject(new Error('The connection was closed before it was answered.'));
    void this.send({ kind: 'close', session });
    this.#left(session);
  }

  /** Resolves when the process's channel has taken the command, so that callers notice where it is too slow. */
  send(command: WorkerCommand): Promise<void> {
    const child = this.#child;
    if (child?.connected !== true) return Promise.resolve();
    return new Promise((resolve) => child.send(command, () => resolve()));
  }

  close(): void {
    const child = this.#child;
    this.#forget();
    child?.kill('SIGKILL');
  }

  #hear(child: ChildProcess, message: unknown): void {
    if (child !== this.#child) return;
    const parsed = workerReply.safeParse(message);
    if (!parsed.success) {
      this.#options.log.error({ err: parsed.error }, 'The WebRTC process sent an unknown message');
      child.kill('SIGKILL');
      return;
    }
    this.#watch(child);
    const reply = parsed.data;
    if (reply.kind === 'stats') this.#stats = reply.stats;
    else if (reply.kind === 'opened') this.#opening.get(reply.session)?.resolve(reply.sdp);
    else if (reply.kind === 'failed') this.#opening.get(reply.session)?.reject(new Error(reply.message));
    else if (reply.kind === 'connected') this.#options.onConnected(reply.session);
    else {
      this.#left(reply.session);
      this.#options.onClosed(reply.session);
    }
  }

  #left(session: string): void {
    this.#sessions.delete(session);
    if (this.#sessions.size > 0 || this.#child === null) return;
    this.#stopIdle();
    this.#idle = setTimeout(() => this.close(), IDLE_MS).unref();
  }

  #exited(child: ChildProcess, how: object): void {
    if (child !== this.#child) return;
    this.#forget();
    this.#crashes += 1;
    const { crashPauseMs = CRASH_PAUSE_MS } = this.#options;
    if (performance.now() - this.#startedAtMs < crashPauseMs)
      this.#pausedUntilMs = performance.now() + crashPauseMs;
    this.#options.log.error(how, 'The WebRTC process died; its viewers have to connect again');
    const failed = new Error('The WebRTC process died.');
    for (const opening of this.#opening.values()) opening.reject(failed);
    this.#options.onGone();
  }

  #forget(): void {
    this.#child = null;
    this.#stats = null;
    this.#sessions.clear();
    this.#stopIdle();
    if (this.#watchdog !== null) clearTimeout(this.#watchdog);
    this.#watchdog = null;
  }

  #stopIdle(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
  }

  /** Ends a process that says nothing, since its viewers see nothing. */
  #watch(child: ChildProcess): void {
    if (this.#watchdog === null) {
      this.#watchdog = setTimeout(() => child.kill('SIGKILL'), STUCK_MS).unref();
    } else this.#watchdog.refresh();
  }
}
