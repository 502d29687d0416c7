/** Lets a fault happen, and measures what viewers and encoders notice of it. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Fault } from './faults.ts';
import type { Traffic } from './traffic.ts';

export interface Noticed {
  readonly fault: string;
  /** The longest that a viewer of a stream of another process, on another process, stood still. */
  readonly othersStalledMs: number;
  /** Requests of these viewers that failed. */
  readonly othersFailures: number;
  /** The same for viewers who had to change to another process. */
  readonly movedViewersStalledMs: number | null;
  /** The same for viewers of the process's own streams. */
  readonly ownStreamStalledMs: number | null;
  /** From the fault until another process accepted the encoder. */
  readonly acceptedMs: number | null;
}

export async function measure(fault: Fault, cluster: Cluster, traffic: Traffic): Promise<Noticed> {
  await traffic.settle();
  traffic.takeReports();
  const before = traffic.encoders.map(({ events }) => events.length);
  const fromMs = performance.now();
  await fault.happen(cluster, traffic);
  const reports = traffic.takeReports();

  const stalled = (wanted: (watcher: (typeof reports)[number]) => boolean): number | null => {
    const all = reports.filter(wanted).map(({ report }) => report.stalledMs);
    return all.length === 0 ? null : Math.max(...all);
  };
  const isOther = ({ stream, process }: (typeof reports)[number]) =>
    stream !== fault.process && process !== fault.process;
  const accepted = traffic.encoders.flatMap(({ events }, stream) => {
    if (stream !== fault.process) return [];
    const found = events.slice(before[stream]).find(({ what, at }) => what === 'accepted' && at !== stream);
    return found === undefined ? [] : [found.atMs - fromMs];
  });
  return {
    fault: fault.name,
    othersStalledMs: stalled(isOther) ?? 0,
    othersFailures: reports.filter(isOther).reduce((sum, { report }) => sum + report.failures, 0),
    movedViewersStalledMs: stalled(
      ({ stream, process }) => stream !== fault.process && process === fault.process,
    ),
    ownStreamStalledMs: stalled(({ stream }) => stream === fault.process),
    acceptedMs: accepted.length === 0 ? null : Math.max(...accepted),
  };
}

export interface Kept {
  readonly messages: number;
  readonly lostMessages: number;
  readonly payments: number;
  readonly lostPayments: number;
  /** Payments that were booked more than once. */
  readonly doublePayments: number;
  readonly ledger: string;
  /** Streams that more or fewer than one process serves. */
  readonly streamsWithoutOneOwner: number;
}

const BOOKED_WITHIN_MS = 90_000;

/** Ends the traffic, and compares what was acknowledged with what the database has. */
export async function examine(cluster: Cluster, traffic: Traffic): Promise<Kept> {
  await traffic.settle();
  const { messages, checkouts, streams } = await traffic.finish();
  const count = async (statement: string, ids: readonly string[]) =>
    Number((await cluster.db.pool.query(statement, [ids])).rows[0]?.count);
  const stored = await count(
    'select count(distinct client_id) from chat_messages where client_id = any($1::uuid[])',
    messages,
  );
  const bookedOnce = () =>
    count('select count(distinct checkout_id) from charges where checkout_id = any($1::uuid[])', checkouts);
  // Webhooks are processed by jobs, which a dead process may have held.
  for (const fromMs = performance.now(); performance.now() < fromMs + BOOKED_WITHIN_MS; ) {
    if ((await bookedOnce()) === checkouts.length) break;
    await delay(500);
  }
  const booked = await count('select count(*) from charges where checkout_id = any($1::uuid[])', checkouts);
  const once = await bookedOnce();
  const owners = await Promise.all(streams.map((id) => countOwners(cluster, id)));
  return {
    messages: messages.length,
    lostMessages: messages.length - stored,
    payments: checkouts.length,
    lostPayments: checkouts.length - once,
    doublePayments: booked - once,
    ledger: await cluster.checkLedger().catch((error: unknown) => String(error)),
    streamsWithoutOneOwner: owners.filter((number) => number !== 1).length,
  };
}

/** How many processes serve a stream themselves: those that answer a request that may not be forwarded. */
async function countOwners({ members }: Cluster, id: string): Promise<number> {
  const answers = await Promise.all(
    members.map(async ({ url }) => {
      const headers = { 'x-tributary-forwarded': 'chaos' };
      return (await fetch(`${url}/live/${id}/index.m3u8`, { headers })).status;
    }),
  );
  return answers.filter((status) => status === 200).length;
}
