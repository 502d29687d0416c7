/** The peers of each stream as lists, to choose some of them. They are up to a second old. */
import type { StreamId } from '@tributary/contracts/shared';
import type { Members } from './members.ts';
import type { RemotePeer, RemoteSwarms } from './remote-swarms.ts';
import { sampleOf } from './sample.ts';

const LIST_MS = 1_000;
/** Further peers are not looked at for one answer. */
const SAMPLE = 128;
/** A list of fewer is made anew each time, since every peer counts. */
const SMALL = 64;

interface List {
  readonly madeAtMs: number;
  readonly all: readonly RemotePeer[];
  readonly byNetwork: ReadonlyMap<number, readonly RemotePeer[]>;
}

export interface PeerLists {
  /** Random peers of the stream, and random ones of the network. */
  some(id: StreamId, networkTag: number): Set<RemotePeer>;
  forget(id: StreamId): void;
}

export function createPeerLists(
  members: Pick<Members, 'of'>,
  remotes: Pick<RemoteSwarms, 'named'>,
  nowMs: () => number,
): PeerLists {
  const lists = new Map<StreamId, List>();

  function listOf(id: StreamId): List {
    const known = lists.get(id);
    if (known !== undefined && known.all.length >= SMALL && nowMs() - known.madeAtMs < LIST_MS) return known;
    const all: RemotePeer[] = [...members.of(id).values(), ...remotes.named(id)];
    const list = { madeAtMs: nowMs(), all, byNetwork: Map.groupBy(all, ({ networkTag }) => networkTag) };
    lists.set(id, list);
    return list;
  }

  return {
    some(id, networkTag) {
      const { all, byNetwork } = listOf(id);
      return new Set([...sampleOf(byNetwork.get(networkTag) ?? [], SAMPLE), ...sampleOf(all, SAMPLE)]);
    },
    forget: (id) => void lists.delete(id),
  };
}
