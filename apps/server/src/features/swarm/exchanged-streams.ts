/** Publishes manifests of the streams that have peers who need them, and tells listeners how many peers and which mirrors there are. */
import type { StreamId } from '@tributary/contracts/shared';
import { MAX_MIRRORS, swarmTopic } from '@tributary/contracts/swarm';
import type { Live } from '#features/live/index.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import type { Figures } from './figures.service.ts';
import type { Members } from './members.ts';
import type { RemoteSwarms } from './remote-swarms.ts';

export interface ExchangedStreamsOptions {
  readonly members: Members;
  readonly remotes: RemoteSwarms;
  readonly realtime: Pick<Realtime, 'topic' | 'keys'>;
  readonly live: Pick<Live, 'media'>;
  readonly figures: Pick<Figures, 'counted'>;
}

export interface ExchangedStreams {
  /** Looks at a stream at the next update, also if it has no peer any more. */
  note(id: StreamId): void;
  /** Decides for each stream whether its manifests are published. */
  update(): void;
  tellCounts(): void;
  /** The origins of the mirrors that serve a stream by HTTP, of all processes. */
  mirrors(id: StreamId): string[];
  /** The peers of a stream in all processes. */
  count(id: StreamId): number;
  /** The stream has ended. */
  end(id: StreamId): void;
}

export function createExchangedStreams(options: ExchangedStreamsOptions): ExchangedStreams {
  const { members, remotes, realtime, live, figures } = options;
  const noted = new Set<StreamId>();
  const exchanged = new Set<StreamId>();
  /** The state that listeners were told last, as JSON. */
  const told = new Map<StreamId, string>();

  const count = (id: StreamId) => members.of(id).size + remotes.count(id);
  const hasMirror = (id: StreamId) =>
    remotes.hasMirror(id) || [...members.of(id).values()].some(({ isMirror }) => isMirror);
  const mirrors = (id: StreamId) => {
    const own = [...members.of(id).values()].flatMap(({ mirrorUrl }) => mirrorUrl ?? []);
    return [...new Set([...own, ...remotes.mirrors(id)])].sort().slice(0, MAX_MIRRORS);
  };

  return {
    note: (id) => void noted.add(id),
    update() {
      const ids = new Set([...members.streams(), ...remotes.streams(), ...exchanged, ...noted]);
      noted.clear();
      for (const id of ids) {
        const isExchanged = count(id) >= 2 || hasMirror(id);
        live.media.exchange(id, isExchanged);
        if (isExchanged) exchanged.add(id);
        else exchanged.delete(id);
        if (members.of(id).size > 0) figures.counted(id, members.of(id).size);
      }
    },
    tellCounts() {
      const listened = new Set(realtime.keys(swarmTopic));
      for (const id of told.keys()) if (!listened.has(id)) told.delete(id);
      for (const id of listened) {
        const now = { peers: count(id), mirrors: mirrors(id) };
        const text = JSON.stringify(now);
        if (told.get(id) === text) continue;
        told.set(id, text);
        realtime.topic(swarmTopic, id).local.patch(now);
      }
    },
    mirrors,
    count,
    end(id) {
      live.media.exchange(id, false);
      exchanged.delete(id);
    },
  };
}
