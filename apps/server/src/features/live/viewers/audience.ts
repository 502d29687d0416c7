import type { Bus } from '#platform/bus/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import type { ProcessId } from '#platform/processes/processes.tables.ts';
import type { IngestHealth } from '../ingest-health/ingest-health.ts';
import type { StreamLifecycle } from '../lifecycle/stream-lifecycle.ts';
import { recordAudience } from './audience-record.ts';
import { createPresence, type Presence } from './presence.ts';
import { keepViewerSamples } from './viewer-samples.ts';
import { createViewerTotals, type ViewerTotals } from './viewer-totals.ts';
import { createViewers } from './viewers.ts';

export interface AudienceOptions {
  readonly db: Database;
  readonly log: Log;
  readonly bus: Bus;
  readonly processId: ProcessId;
  readonly lifecycle: Pick<StreamLifecycle, 'servedIds'>;
  readonly ingestHealth: Pick<IngestHealth, 'bitratesKbps'>;
}

export interface Audience {
  readonly totals: ViewerTotals;
  readonly presence: Presence;
  close(): void;
}

/** Counts who watches live streams, in all processes, and records it with the streams of this one. */
export function countAudience(options: AudienceOptions): Audience {
  const { lifecycle, ingestHealth } = options;
  const servedIds = () => lifecycle.servedIds();
  const local = createViewers();
  const totals = createViewerTotals({ ...options, local, servedIds });
  const presence = createPresence();
  // Streamers who look after their own stream are not its audience.
  presence.onWatching((tab, id, isOwn) => local.watching(tab, tab.clientId, isOwn ? null : id));
  const record = recordAudience({ ...options, viewers: totals, servedIds });
  const samples = keepViewerSamples({
    ...options,
    sample() {
      const bitrates = ingestHealth.bitratesKbps();
      return servedIds().map((id) => ({
        id,
        viewers: totals.count(id),
        bitrateKbps: bitrates.get(id) ?? null,
      }));
    },
  });
  return {
    totals,
    presence,
    close() {
      record.close();
      samples.close();
      totals.close();
    },
  };
}
