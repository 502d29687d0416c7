/** Adds up the viewers that each process counts, so that every process knows how many watch a stream. */
import { type StreamId, streamId } from '@tributary/contracts/shared';
import { z } from 'zod';
import type { Bus } from '#platform/bus/index.ts';
import { type ProcessId, processId } from '#platform/processes/processes.tables.ts';
import type { Viewers } from './viewers.ts';

const CHANNEL = 'live.viewers';
const REPORT_MS = 1_000;
/** Every so many reports one is full, for processes that joined or missed some. */
const REPORTS_PER_FULL = 5;
/** Three full reports. */
const SILENT_MS = 15_000;

const counts = z.array(z.tuple([streamId, z.int().nonnegative()]));
const report = z.object({
  process: processId,
  /** Of the streams that changed, or of all that are watched where the report is full. */
  viewers: counts,
  isFull: z.boolean(),
  /** New viewers of other processes' streams since the last report: the owner of a stream adds them up. */
  arrived: counts,
  /** The streams that the process serves. */
  servedIds: z.array(streamId),
});
type Report = z.infer<typeof report>;

interface Remote {
  heardAtMs: number;
  viewers: Map<StreamId, number>;
  servedIds: readonly StreamId[];
}

export interface ViewerTotalsOptions {
  readonly local: Viewers;
  readonly bus: Bus;
  readonly processId: ProcessId;
  /** The streams that this process serves. */
  servedIds(): StreamId[];
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

export class ViewerTotals {
  readonly #options: ViewerTotalsOptions;
  readonly #now: () => number;
  readonly #remotes = new Map<ProcessId, Remote>();
  readonly #arrivedElsewhere = new Map<StreamId, number>();
  /** Changes that `takeChanged` has not returned yet, and local ones that no report has sent yet. */
  #changed = new Set<StreamId>();
  #unsent = new Set<StreamId>();
  #reports = 0;
  readonly #unsubscribe: () => void;
  readonly #timer: NodeJS.Timeout;

  constructor(options: ViewerTotalsOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#unsubscribe = options.bus.subscribe(CHANNEL, (message) => this.#receive(message));
    this.#timer = setInterval(() => this.report(), REPORT_MS);
  }

  /** Viewers of a stream in all processes. */
  count(id: StreamId): number {
    let total = this.#options.local.count(id);
    for (const { viewers } of this.#remotes.values()) total += viewers.get(id) ?? 0;
    return total;
  }

  /** Streams whose count has changed since the last call. */
  takeChanged(): StreamId[] {
    this.#noteLocal();
    const changed = [...this.#changed];
    this.#changed = new Set();
    return changed;
  }

  /** Clients that have watched a stream of this process for the first time since the last call. */
  takeArrived(id: StreamId): number {
    const elsewhere = this.#arrivedElsewhere.get(id) ?? 0;
    this.#arrivedElsewhere.delete(id);
    return this.#options.local.takeArrived(id) + elsewhere;
  }

  /** Sends the other processes what this one counts. Called every second. */
  report(): void {
    this.#forgetSilent();
    this.#noteLocal();
    const { local, bus, processId: process } = this.#options;
    const isFull = this.#reports++ % REPORTS_PER_FULL === 0;
    const own = this.#options.servedIds();
    const elsewhere = [...this.#remotes.values()].flatMap(({ servedIds }) => servedIds);
    // A stream that is watched may be one whose process has not reported yet.
    local.forgetOthers([...own, ...elsewhere, ...local.watched()]);
    const ids = isFull ? local.watched() : [...this.#unsent];
    const arrived = elsewhere.flatMap((id) => {
      const count = own.includes(id) ? 0 : local.takeArrived(id);
      return count > 0 ? [[id, count] as const] : [];
    });
    this.#unsent = new Set();
    if (!isFull && ids.length === 0 && arrived.length === 0) return;
    const viewers = ids.map((id) => [id, local.count(id)] as const);
    bus.publish(CHANNEL, JSON.stringify({ process, viewers, isFull, arrived, servedIds: own }));
  }

  /** Takes this process's viewers from the totals of the others. */
  close(): void {
    clearInterval(this.#timer);
    this.#unsubscribe();
    const { bus, processId: process } = this.#options;
    const empty: Report = { process, viewers: [], isFull: true, arrived: [], servedIds: [] };
    bus.publish(CHANNEL, JSON.stringify(empty));
  }

  #noteLocal(): void {
    for (const id of this.#options.local.takeChanged()) {
      this.#changed.add(id);
      this.#unsent.add(id);
    }
  }

  #receive(message: string): void {
    const { process, viewers, isFull, arrived, servedIds } = report.parse(JSON.parse(message));
    if (process === this.#options.processId) return;
    const remote = this.#remotes.get(process) ?? { heardAtMs: 0, viewers: new Map(), servedIds: [] };
    this.#remotes.set(process, remote);
    remote.heardAtMs = this.#now();
    remote.servedIds = servedIds;
    const before = remote.viewers;
    remote.viewers = new Map(isFull ? viewers : [...before, ...viewers]);
    for (const id of new Set([...(isFull ? before.keys() : []), ...remote.viewers.keys()])) {
      if (before.get(id) !== remote.viewers.get(id)) this.#changed.add(id);
      if (remote.viewers.get(id) === 0) remote.viewers.delete(id);
    }
    const own = new Set(this.#options.servedIds());
    for (const [id, count] of arrived) {
      if (own.has(id)) this.#arrivedElsewhere.set(id, (this.#arrivedElsewhere.get(id) ?? 0) + count);
    }
  }

  #forgetSilent(): void {
    for (const [id, { heardAtMs, viewers }] of this.#remotes) {
      if (this.#now() - heardAtMs < SILENT_MS) continue;
      this.#remotes.delete(id);
      for (const stream of viewers.keys()) this.#changed.add(stream);
    }
  }
}
