import type { StreamId } from '@tributary/contracts/shared';
import type { ActionConnection } from '#platform/realtime/index.ts';

/**
 * @param streamId null: the tab stopped playing
 * @param isOwn whether the streamer of the stream watches it
 */
export type WatchingListener = (tab: ActionConnection, streamId: StreamId | null, isOwn: boolean) => void;

/** What each tab of this process plays, as its player reports it. */
export class Presence {
  readonly #watched = new Map<ActionConnection, StreamId | null>();
  readonly #listeners: WatchingListener[] = [];

  onWatching(listener: WatchingListener): void {
    this.#listeners.push(listener);
  }

  /** A tab's player starts or stops showing the stream. A tab watches at most one stream. */
  report(tab: ActionConnection, streamId: StreamId, watching: boolean, isOwn = false): void {
    if (tab.closed.aborted) return;
    if (!this.#watched.has(tab)) {
      tab.closed.addEventListener('abort', () => this.#leave(tab), { once: true });
    }
    // The end of one stream may be reported after the start of the next.
    if (!watching && this.#watched.get(tab) !== streamId) return;
    this.#set(tab, watching ? streamId : null, isOwn);
  }

  /** The tabs of a browser in this process that watch something. */
  watchingTabs(sessionId: string): { readonly tab: ActionConnection; readonly streamId: StreamId }[] {
    return [...this.#watched].flatMap(([tab, streamId]) =>
      streamId !== null && tab.principal?.sessionId === sessionId ? { tab, streamId } : [],
    );
  }

  #set(tab: ActionConnection, streamId: StreamId | null, isOwn: boolean): void {
    this.#watched.set(tab, streamId);
    for (const listener of this.#listeners) listener(tab, streamId, isOwn);
  }

  #leave(tab: ActionConnection): void {
    this.#set(tab, null, false);
    this.#watched.delete(tab);
  }
}
