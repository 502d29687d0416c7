import type { StreamId } from '@tributary/contracts/shared';

/** Clients that a stream remembers to count each once. */
const EVER_MAX = 200_000;

/** Counts viewers: browsers whose player shows a stream, each once however many tabs it has. */
export interface Viewers<Id extends string = StreamId> {
  /** A tab shows a stream now, or none (null). */
  watching(tab: object, clientId: string, streamId: Id | null): void;
  count(streamId: Id): number;
  /** The streams that somebody watches. */
  watched(): Id[];
  /** Clients that have watched a stream for the first time since the last call. */
  takeArrived(streamId: Id): number;
  /** Forgets who watched streams other than these, since a client can claim to watch anything. */
  forgetOthers(ids: readonly Id[]): void;
  /** Streams whose count has changed since the last call. */
  takeChanged(): Id[];
}

export function createViewers<Id extends string = StreamId>(): Viewers<Id> {
  /** By stream and client id: the tabs of that client that show the stream. */
  const byStream = new Map<Id, Map<string, number>>();
  const byTab = new Map<object, { streamId: Id; clientId: string }>();
  const changedIds = new Set<Id>();
  /** Clients that have ever watched a stream, and how many of them `takeArrived` has not returned yet. */
  const everWatched = new Map<Id, { readonly clients: Set<string>; arrived: number }>();

  function arrive(streamId: Id, clientId: string): void {
    const ever = everWatched.get(streamId) ?? { clients: new Set<string>(), arrived: 0 };
    everWatched.set(streamId, ever);
    if (ever.clients.has(clientId)) return;
    ever.arrived += 1;
    // Beyond the limit a client that returns counts again, so that memory stays bounded.
    if (ever.clients.size < EVER_MAX) ever.clients.add(clientId);
  }

  function leave({ streamId, clientId }: { streamId: Id; clientId: string }): void {
    const clients = byStream.get(streamId);
    const tabs = clients?.get(clientId);
    if (clients === undefined || tabs === undefined) return;
    if (tabs > 1) {
      clients.set(clientId, tabs - 1);
      return;
    }
    clients.delete(clientId);
    if (clients.size === 0) byStream.delete(streamId);
    changedIds.add(streamId);
  }

  return {
    watching(tab, clientId, streamId) {
      const before = byTab.get(tab);
      if (before?.streamId === streamId) return;
      if (before !== undefined) leave(before);
      if (streamId === null) {
        byTab.delete(tab);
        return;
      }
      byTab.set(tab, { streamId, clientId });
      const clients = byStream.get(streamId) ?? new Map<string, number>();
      byStream.set(streamId, clients);
      const tabs = clients.get(clientId) ?? 0;
      clients.set(clientId, tabs + 1);
      if (tabs > 0) return;
      changedIds.add(streamId);
      arrive(streamId, clientId);
    },
    count: (streamId) => byStream.get(streamId)?.size ?? 0,
    watched: () => [...byStream.keys()],
    takeArrived(streamId) {
      const ever = everWatched.get(streamId);
      const arrived = ever?.arrived ?? 0;
      if (ever !== undefined) ever.arrived = 0;
      return arrived;
    },
    forgetOthers(ids) {
      const kept = new Set<Id>(ids);
      for (const streamId of everWatched.keys()) if (!kept.has(streamId)) everWatched.delete(streamId);
    },
    takeChanged() {
      const changed = [...changedIds];
      changedIds.clear();
      return changed;
    },
  };
}
