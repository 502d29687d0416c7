/** The reports of all processes of the instance, so that each process can show all of them. */
import { z } from 'zod';
import type { Bus } from '../bus/index.ts';
import type { ProcessRegistry } from './process-registry.ts';
import { type ProcessId, processId } from './processes.tables.ts';

const CHANNEL = 'process-reports';
const REPORT_MS = 5_000;
/** Three reports. */
const SILENT_MS = 3 * REPORT_MS;
/** A process that has been silent for so long is forgotten. */
const FORGET_MS = 3_600_000;

const message = z.object({
  process: processId,
  /** Null: the process stops. */
  report: z.unknown(),
});

export interface ReportedProcess<Report> {
  readonly id: ProcessId;
  /** Null where it has not reported since this process started, or is of a version whose reports this one cannot read. */
  readonly report: Report | null;
  /** Since its last report; null where there was none. */
  readonly silentMs: number | null;
  /** Whether its reports come as they should. */
  readonly isReporting: boolean;
}

export interface ProcessReportsOptions<Report> {
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  readonly processes: Pick<ProcessRegistry, 'id' | 'alive'>;
  readonly schema: z.ZodType<Report>;
  /** Called every few seconds. */
  readonly take: () => Report;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  readonly reportMs?: number;
}

export interface ProcessReports<Report> {
  /** This process first, then the others by id. */
  all(): Promise<ReportedProcess<Report>[]>;
  /** Sends the others the report of this process. Called every five seconds. */
  report(): void;
  /** Tells the others that this process stops. */
  close(): void;
}

export function createProcessReports<Report>(options: ProcessReportsOptions<Report>): ProcessReports<Report> {
  const { bus, processes, schema, take, now = () => performance.now() } = options;
  const heard = new Map<ProcessId, { readonly report: Report | null; readonly atMs: number }>();

  const unsubscribe = bus.subscribe(CHANNEL, (text) => {
    const { process, report } = message.parse(JSON.parse(text));
    if (report === null) heard.delete(process);
    else heard.set(process, { report: schema.safeParse(report).data ?? null, atMs: now() });
  });

  function report(): void {
    for (const [id, { atMs }] of heard) {
      if (now() - atMs > FORGET_MS) heard.delete(id);
    }
    bus.publish(CHANNEL, JSON.stringify({ process: processes.id, report: take() }));
  }

  const timer = setInterval(report, options.reportMs ?? REPORT_MS).unref();

  return {
    async all() {
      // Its first report may not have come back from the bus yet.
      if (!heard.has(processes.id)) heard.set(processes.id, { report: take(), atMs: now() });
      const ids = new Set([...(await processes.alive()), ...heard.keys()]);
      ids.delete(processes.id);
      return [processes.id, ...[...ids].sort()].map((id) => {
        const last = heard.get(id);
        const silentMs = last === undefined ? null : Math.max(0, now() - last.atMs);
        return {
          id,
          report: last?.report ?? null,
          silentMs,
          isReporting: silentMs !== null && silentMs <= SILENT_MS,
        };
      });
    },
    report,
    close() {
      clearInterval(timer);
      unsubscribe();
      bus.publish(CHANNEL, JSON.stringify({ process: processes.id, report: null }));
    },
  };
}
