import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { ConnectionState } from './client.ts';
import { realtime } from './connection.ts';
import type { TopicMessage } from './messages.ts';

/** Hears `topic` while mounted, its whole state first; null hears nothing. */
export function useTopic(topic: string | null, onMessage: (message: TopicMessage) => void): void {
  const hear = useEffectEvent(onMessage);
  useEffect(() => {
    return topic === null ? undefined : realtime().subscribe(topic, (message) => hear(message));
  }, [topic]);
}

function onState(listener: () => void): () => void {
  return realtime().onState(listener);
}

/** The state of the tab's connection, for screens that say when they are out of touch. */
export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(
    onState,
    () => realtime().state,
    () => 'idle',
  );
}
