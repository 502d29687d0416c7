/** The values of a process that are beyond their thresholds. */
import type { ProcessReport } from '@tributary/contracts/admin';

/** A limit that is used up to this share is close to refusing something. */
const NEAR = 0.9;
const LATE_EVENT_LOOP_MS = 200;

export type ExceededValue =
  | 'cpu'
  | 'memory'
  | 'liveMedia'
  | 'eventLoop'
  | 'disk'
  | 'publishers'
  | 'ingestConnections'
  | 'viewers'
  | 'webrtcViewers';

/** @param share of the limit */
export const isNear = ({ used, limit }: { used: number; limit: number }, share = NEAR): boolean =>
  limit > 0 && used >= share * limit;

/** @param recordingsPauseBelowBytes null where recordings are not on this disk */
export function exceededValues(
  report: Omit<ProcessReport, 'streams'>,
  recordingsPauseBelowBytes: number | null,
): ReadonlySet<ExceededValue> {
  const { disk, webrtcViewers } = report;
  const exceeded: Record<ExceededValue, boolean> = {
    cpu: isNear(report.cpu),
    memory: isNear(report.memory),
    liveMedia: isNear(report.liveMedia),
    eventLoop: report.eventLoopDelayMs >= LATE_EVENT_LOOP_MS,
    disk: disk.freeBytes < Math.max(disk.reserveBytes, recordingsPauseBelowBytes ?? 0),
    publishers: isNear(report.publishers),
    ingestConnections: isNear(report.ingestConnections),
    viewers: isNear(report.viewers),
    webrtcViewers: webrtcViewers !== null && isNear(webrtcViewers),
  };
  return new Set((Object.keys(exceeded) as ExceededValue[]).filter((name) => exceeded[name]));
}
