import type { StreamId } from '@tributary/contracts/shared';
import type { ActionConnection } from '#platform/realtime/index.ts';

/**
 * @param streamId null: the tab stopped playing
 * @param isOwn whether the streamer of the stream watches it
 */
export type WatchingListener = (tab: ActionConnection, streamId: StreamId | null, isOwn: boolean) => void;

/** What each tab of this process plays, as its player reports it. */
export interface Presence {
  onWatching(listener: WatchingListener): void;
  /** A tab's player starts or stops showing the stream. A tab watches at most one stream. */
  report(tab: ActionConnection, streamId: StreamId, watching: boolean, isOwn?: boolean): void;
  /** The tabs of a browser in this process that watch something. */
  watchingTabs(sessionId: string): { readonly tab: ActionConnection; readonly streamId: StreamId }[];
}

export function createPresence(): Presence {
  const watched = new Map<ActionConnection, StreamId | null>();
  const listeners: WatchingListener[] = [];

  function set(tab: ActionConnection, streamId: StreamId | null, isOwn: boolean): void {
    watched.set(tab, streamId);
    for (const listener of listeners) listener(tab, streamId, isOwn);
  }

  function leave(tab: ActionConnection): void {
    set(tab, null, false);
    watched.delete(tab);
  }

  return {
    onWatching(listener) {
      listeners.push(listener);
    },
    report(tab, streamId, watching, isOwn = false) {
      if (tab.closed.aborted) return;
      if (!watched.has(tab)) {
        tab.closed.addEventListener('abort', () => leave(tab), { once: true });
      }
      // The end of one stream may be reported after the start of the next.
      if (!watching && watched.get(tab) !== streamId) return;
      set(tab, watching ? streamId : null, isOwn);
    },
    watchingTabs: (sessionId) =>
      [...watched].flatMap(([tab, streamId]) =>
        streamId !== null && tab.principal?.sessionId === sessionId ? { tab, streamId } : [],
      ),
  };
}
