/** Raids: the topic `raid:{streamId}`, and the timers that start them. */
import { raidTopic } from '@tributary/contracts/chat';
import type { StreamId } from '@tributary/contracts/shared';
import { streamEnded, streamHidden } from '#features/live/index.ts';
import { type Feature, on, onGap } from '#platform/feature.ts';
import { work } from '#platform/jobs/index.ts';
import { defineTopic, type Realtime } from '#platform/realtime/index.ts';
import { chatRaidChanged } from '../chat.events.ts';
import { departRaidOnTime } from '../chat.jobs.ts';
import { createRaidsService, type Raids, type RaidsOptions } from './raids.service.ts';

export interface CreateRaids extends RaidsOptions {
  readonly realtime: Pick<Realtime, 'topic' | 'keys'>;
}

interface RaidsParts extends Pick<Required<Feature>, 'topics' | 'subscriptions' | 'jobs' | 'close'> {
  readonly service: Raids;
}

/** Timers may fire a little early. */
const TIMER_MARGIN_MS = 20;

export function createRaids(options: CreateRaids): RaidsParts {
  const { realtime } = options;
  const raids = createRaidsService(options);
  /**
   * The pending raids. The first process whose timer fires starts a raid. Browsers that asked this process to stay are
   * counted once.
   */
  const pending = new Map<string, { readonly timer: NodeJS.Timeout; readonly staying: Set<string> }>();

  function forget(raidId: string): void {
    clearTimeout(pending.get(raidId)?.timer);
    pending.delete(raidId);
  }

  function schedule(raidId: string, leftMs: number): void {
    // If this fails, the job starts the raid.
    const depart = () => void raids.depart(raidId).catch(() => undefined);
    pending.set(raidId, { timer: setTimeout(depart, leftMs + TIMER_MARGIN_MS), staying: new Set() });
  }

  /** Also finds raids that began before this process started. */
  async function findPending(streamId: StreamId, raidId: string) {
    if (!pending.has(raidId)) {
      const raid = await raids.current(streamId);
      // Another request may have scheduled it in the meantime.
      if (raid?.id === raidId && raid.state === 'pending' && !pending.has(raidId))
        schedule(raidId, raid.leftMs);
    }
    return pending.get(raidId);
  }

  return {
    service: raids,
    topics: [
      defineTopic(raidTopic, {
        snapshot: async (id) => ({ raid: await raids.current(id) }),
        actions: {
          async stay({ key, connection }, { id }) {
            const staying = (await findPending(key, id))?.staying;
            if (!staying || staying.has(connection.clientId)) return;
            staying.add(connection.clientId);
            await raids.stay(key, id);
          },
        },
      }),
    ],
    subscriptions: [
      on(chatRaidChanged, ({ streamId, raidId, raid }) => {
        forget(raidId);
        const shown = raid && raids.shown(raid);
        if (shown?.state === 'pending') schedule(raidId, shown.leftMs);
        realtime.topic(raidTopic, streamId).local.snapshot({ raid: shown });
      }),
      on(streamEnded, ({ streamId }) => raids.endAllOf(streamId)),
      on(streamHidden, ({ streamId }) => raids.endAllOf(streamId)),
      onGap(async () => {
        for (const id of realtime.keys(raidTopic)) await realtime.topic(raidTopic, id).refresh();
      }),
    ],
    jobs: [work(departRaidOnTime, ({ raidId }) => raids.depart(raidId))],
    close() {
      for (const raidId of [...pending.keys()]) forget(raidId);
    },
  };
}
