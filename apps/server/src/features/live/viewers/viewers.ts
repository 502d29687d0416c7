import type { StreamId } from '@tributary/contracts/shared';

/** Clients that a stream remembers to count each once. */
const EVER_MAX = 200_000;

/** Counts viewers: browsers whose player shows a stream, each once however many tabs it has. */
export class Viewers<Id extends string = StreamId> {
  /** By stream and client id: the tabs of that client that show the stream. */
  readonly #byStream = new Map<Id, Map<string, number>>();
  readonly #byTab = new Map<object, { streamId: Id; clientId: string }>();
  readonly #changed = new Set<Id>();
  /** Clients that have ever watched a stream, and how many of them `takeArrived` has not returned yet. */
  readonly #ever = new Map<Id, { readonly clients: Set<string>; arrived: number }>();

  /** A tab shows a stream now, or none (null). */
  watching(tab: object, clientId: string, streamId: Id | null): void {
    const before = this.#byTab.get(tab);
    if (before?.streamId === streamId) return;
    if (before !== undefined) this.#leave(before);
    if (streamId === null) {
      this.#byTab.delete(tab);
      return;
    }
    this.#byTab.set(tab, { streamId, clientId });
    const clients = this.#byStream.get(streamId) ?? new Map<string, number>();
    this.#byStream.set(streamId, clients);
    const tabs = clients.get(clientId) ?? 0;
    clients.set(clientId, tabs + 1);
    if (tabs > 0) return;
    this.#changed.add(streamId);
    this.#arrive(streamId, clientId);
  }

  count(streamId: Id): number {
    return this.#byStream.get(streamId)?.size ?? 0;
  }

  /** The streams that somebody watches. */
  watched(): Id[] {
    return [...this.#byStream.keys()];
  }

  /** Clients that have watched a stream for the first time since the last call. */
  takeArrived(streamId: Id): number {
    const ever = this.#ever.get(streamId);
    const arrived = ever?.arrived ?? 0;
    if (ever !== undefined) ever.arrived = 0;
    return arrived;
  }

  /** Forgets who watched streams other than these, since a client can claim to watch anything. */
  forgetOthers(ids: readonly Id[]): void {
    const kept = new Set<Id>(ids);
    for (const streamId of this.#ever.keys()) if (!kept.has(streamId)) this.#ever.delete(streamId);
  }

  /** Streams whose count has changed since the last call. */
  takeChanged(): Id[] {
    const changed = [...this.#changed];
    this.#changed.clear();
    return changed;
  }

  #arrive(streamId: Id, clientId: string): void {
    const ever = this.#ever.get(streamId) ?? { clients: new Set<string>(), arrived: 0 };
    this.#ever.set(streamId, ever);
    if (ever.clients.has(clientId)) return;
    ever.arrived += 1;
    // Beyond the limit a client that returns counts again, so that memory stays bounded.
    if (ever.clients.size < EVER_MAX) ever.clients.add(clientId);
  }

  #leave({ streamId, clientId }: { streamId: Id; clientId: string }): void {
    const clients = this.#byStream.get(streamId);
    const tabs = clients?.get(clientId);
    if (clients === undefined || tabs === undefined) return;
    if (tabs > 1) {
      clients.set(clientId, tabs - 1);
      return;
    }
    clients.delete(clientId);
    if (clients.size === 0) this.#byStream.delete(streamId);
    this.#changed.add(streamId);
  }
}
