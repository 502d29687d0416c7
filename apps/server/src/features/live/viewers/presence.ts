import type { ViewerEntry } from '@tributary/contracts/live';
import type { StreamId } from '@tributary/contracts/shared';
import type { ActionConnection } from '#platform/realtime/index.ts';

/**
 * @param streamId null: the tab stopped playing
 * @param isOwn whether the streamer of the stream watches it
 * @param entry the way in which the viewer came; null if playback continues or the browser does not state it
 */
export type WatchingListener = (
  tab: ActionConnection,
  streamId: StreamId | null,
  isOwn: boolean,
  entry: ViewerEntry | null,
) => void;

/** @param minutes of the stream, which the tab has played from its recording */
export type PlayedListener = (tab: ActionConnection, streamId: StreamId, minutes: readonly number[]) => void;

/** What each tab of this process plays, as its player reports it. */
export interface Presence {
  onWatching(listener: WatchingListener): void;
  onPlayed(listener: PlayedListener): void;
  /** A tab's player starts or stops showing the stream. A tab watches at most one stream. */
  report(
    tab: ActionConnection,
    streamId: StreamId,
    watching: boolean,
    isOwn?: boolean,
    entry?: ViewerEntry | null,
  ): void;
  /** Ignored unless the tab watches the stream. */
  reportPlayed(tab: ActionConnection, streamId: StreamId, minutes: readonly number[]): void;
  /** The tabs of a browser in this process that watch something. */
  watchingTabs(sessionId: string): { readonly tab: ActionConnection; readonly streamId: StreamId }[];
}

export function createPresence(): Presence {
  const watched = new Map<ActionConnection, StreamId | null>();
  const listeners: WatchingListener[] = [];
  const playedListeners: PlayedListener[] = [];

  function set(
    tab: ActionConnection,
    streamId: StreamId | null,
    isOwn: boolean,
    entry: ViewerEntry | null,
  ): void {
    watched.set(tab, streamId);
    for (const listener of listeners) listener(tab, streamId, isOwn, entry);
  }

  function leave(tab: ActionConnection): void {
    set(tab, null, false, null);
    watched.delete(tab);
  }

  return {
    onWatching(listener) {
      listeners.push(listener);
    },
    onPlayed(listener) {
      playedListeners.push(listener);
    },
    report(tab, streamId, watching, isOwn = false, entry = null) {
      if (tab.closed.aborted) return;
      if (!watched.has(tab)) {
        tab.closed.addEventListener('abort', () => leave(tab), { once: true });
      }
      // The end of one stream may be reported after the start of the next.
      if (!watching && watched.get(tab) !== streamId) return;
      set(tab, watching ? streamId : null, isOwn, watching ? entry : null);
    },
    reportPlayed(tab, streamId, minutes) {
      if (watched.get(tab) !== streamId) return;
      for (const listener of playedListeners) listener(tab, streamId, minutes);
    },
    watchingTabs: (sessionId) =>
      [...watched].flatMap(([tab, streamId]) =>
        streamId !== null && tab.principal?.sessionId === sessionId ? { tab, streamId } : [],
      ),
  };
}
