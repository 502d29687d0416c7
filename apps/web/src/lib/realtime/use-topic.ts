import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { ConnectionState } from './client.ts';
import { realtime } from './connection.ts';
import { type Address, type MessageAt, subscribe } from './topics.ts';

/** Calls `onMessage` with the topic's messages while mounted, the snapshot first. Null subscribes to nothing. */
export function useTopic<A extends Address>(
  address: A | null,
  onMessage: (message: MessageAt<A>) => void,
): void {
  const receive = useEffectEvent(onMessage);
  useEffect(() => {
    return address === null ? undefined : subscribe(address, (message) => receive(message));
  }, [address]);
}

function onState(listener: () => void): () => void {
  return realtime().onState(listener);
}

/** The state of the tab's connection, for screens that say when it is lost. */
export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(
    onState,
    () => realtime().state,
    () => 'idle',
  );
}
