/** Signalling over the realtime socket. */
import type { PeerId } from '@tributary/contracts/swarm';
import { act } from '@/lib/realtime/index.ts';
import { subscribe } from '@/lib/realtime/topics.ts';
import type { SwarmTopic } from './swarm-types.ts';

export function realtimeSwarmTopic(streamId: string): SwarmTopic {
  const address = `swarm:${streamId}` as const;
  const named = ({ peers, candidates }: { peers: number; candidates: readonly { peer: PeerId }[] }) => ({
    peers,
    candidates: candidates.map(({ peer }): string => peer),
  });
  return {
    subscribe: (listener) =>
      subscribe(address, (message) => {
        if (message.kind === 'snapshot') listener.opened(message.data);
        else if (message.kind === 'patch') listener.changed(message.data);
        else if (message.kind === 'refused') listener.expelled(null);
        else if (message.data.type === 'removed') listener.removed(message.data.peer);
        else if (message.data.type === 'expelled') listener.expelled(message.data.reason);
        else if (message.data.kind !== 'candidate')
          listener.signalled(message.data.from, { kind: message.data.kind, data: message.data.data });
      }),
    async join(peer, count) {
      const joined = await act(address, 'join', { peer, count });
      return { ...named(joined), network: joined.network, iceServers: joined.iceServers };
    },
    find: async (count) => named(await act(address, 'find', { count })),
    signal: async (to, signal) => void (await act(address, 'signal', { to, ...signal })),
    report: async (peer) => void (await act(address, 'report', { peer })),
    traffic: async (traffic) => void (await act(address, 'traffic', traffic)),
    leave: async () => void (await act(address, 'leave', {})),
  };
}
