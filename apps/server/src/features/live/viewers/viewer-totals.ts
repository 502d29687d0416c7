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
const reportSchema = z.object({
  process: processId,
  /** Of the streams that changed, or of all that are watched where the report is full. */
  viewers: counts,
  isFull: z.boolean(),
  /** New viewers of other processes' streams since the last report: the owner of a stream adds them up. */
  arrived: counts,
  /** The streams that the process serves. */
  servedIds: z.array(streamId),
});
type Report = z.infer<typeof reportSchema>;

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

export interface ViewerTotals {
  /** Viewers of a stream in all processes. */
  count(id: StreamId): number;
  /** Viewers of all streams in this process. */
  ownCount(): number;
  /** Streams whose count has changed since the last call. */
  takeChanged(): StreamId[];
  /** Clients that have watched a stream of this process for the first time since the last call. */
  takeArrived(id: StreamId): number;
  /** Sends the other processes what this one counts. Called every second. */
  report(): void;
  /** Takes this process's viewers from the totals of the others. */
  close(): void;
}

export function createViewerTotals(options: ViewerTotalsOptions): ViewerTotals {
  const { local } = options;
  const remotes = new Map<ProcessId, Remote>();
  const arrivedElsewhere = new Map<StreamId, number>();
  /** Changes that `takeChanged` has not returned yet, and local ones that no report has sent yet. */
  let changedIds = new Set<StreamId>();
  let unsent = new Set<StreamId>();
  let reports = 0;
  const now = options.now ?? (() => performance.now());
  const unsubscribe = options.bus.subscribe(CHANNEL, (message) => receive(message));
  const timer = setInterval(() => report(), REPORT_MS);

  function report(): void {
    forgetSilent();
    noteLocal();
    const { local, bus, processId: process } = options;
    const isFull = reports++ % REPORTS_PER_FULL === 0;
    const own = options.servedIds();
    const elsewhere = [...remotes.values()].flatMap(({ servedIds }) => servedIds);
    // A stream that is watched may be one whose process has not reported yet.
    local.forgetOthers([...own, ...elsewhere, ...local.watched()]);
    const ids = isFull ? local.watched() : [...unsent];
    const arrived = elsewhere.flatMap((id) => {
      const count = own.includes(id) ? 0 : local.takeArrived(id);
      return count > 0 ? [[id, count] as const] : [];
    });
    unsent = new Set();
    if (!isFull && ids.length === 0 && arrived.length === 0) return;
    const viewers = ids.map((id) => [id, local.count(id)] as const);
    bus.publish(CHANNEL, JSON.stringify({ process, viewers, isFull, arrived, servedIds: own }));
  }

  function noteLocal(): void {
    for (const id of local.takeChanged()) {
      changedIds.add(id);
      unsent.add(id);
    }
  }

  function receive(message: string): void {
    const { process, viewers, isFull, arrived, servedIds } = reportSchema.parse(JSON.parse(message));
    if (process === options.processId) return;
    const remote = remotes.get(process) ?? { heardAtMs: 0, viewers: new Map(), servedIds: [] };
    remotes.set(process, remote);
    remote.heardAtMs = now();
    remote.servedIds = servedIds;
    const before = remote.viewers;
    remote.viewers = new Map(isFull ? viewers : [...before, ...viewers]);
    for (const id of new Set([...(isFull ? before.keys() : []), ...remote.viewers.keys()])) {
      if (before.get(id) !== remote.viewers.get(id)) changedIds.add(id);
      if (remote.viewers.get(id) === 0) remote.viewers.delete(id);
    }
    const own = new Set(options.servedIds());
    for (const [id, count] of arrived) {
      if (own.has(id)) arrivedElsewhere.set(id, (arrivedElsewhere.get(id) ?? 0) + count);
    }
  }

  function forgetSilent(): void {
    for (const [id, { heardAtMs, viewers }] of remotes) {
      if (now() - heardAtMs < SILENT_MS) continue;
      remotes.delete(id);
      for (const stream of viewers.keys()) changedIds.add(stream);
    }
  }

  return {
    count(id) {
      let total = local.count(id);
      for (const { viewers } of remotes.values()) total += viewers.get(id) ?? 0;
      return total;
    },
    ownCount: () => local.watched().reduce((total, id) => total + local.count(id), 0),
    takeChanged() {
      noteLocal();
      const changed = [...changedIds];
      changedIds = new Set();
      return changed;
    },
    takeArrived(id) {
      const elsewhere = arrivedElsewhere.get(id) ?? 0;
      arrivedElsewhere.delete(id);
      return local.takeArrived(id) + elsewhere;
    },
    report,
    close() {
      clearInterval(timer);
      unsubscribe();
      const { bus, processId: process } = options;
      const empty: Report = { process, viewers: [], isFull: true, arrived: [], servedIds: [] };
      bus.publish(CHANNEL, JSON.stringify(empty));
    },
  };
}
