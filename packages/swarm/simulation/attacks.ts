/** Peers that break the rules. The engine behind an attack is honest: the attack changes what leaves it. */
import type { PeerChannel } from '../src/neighbours/neighbour.ts';
import { decodeMessage } from '../src/protocol/decode-message.ts';
import { encodeMessage } from '../src/protocol/encode-message.ts';
import type { Message } from '../src/protocol/messages.ts';
import type { Attack } from './simulated-peer.ts';

/** @param change gives the messages that are sent in place of one */
function attack(change: (message: Message) => readonly Message[]): Attack {
  return (channel) =>
    ({
      get bufferedBytes() {
        return channel.bufferedBytes;
      },
      send(frame: Uint8Array<ArrayBuffer>) {
        for (const message of change(decodeMessage(frame))) channel.send(encodeMessage(message));
      },
      close: () => channel.close(),
    }) satisfies PeerChannel;
}

/** Attracts children with the best of states. */
function boast(message: Message): Message {
  if (message.type !== 'status') return message;
  const stripes = message.stripes.map((state) => ({ ...state, hops: 0, lag: 0, spare: 255 }));
  return { ...message, uploadKbps: 1_000_000, stripes };
}

/** Changes one byte of each chunk. */
export const poisoning = attack((message) => {
  if (message.type !== 'push') return [boast(message)];
  const bytes = Uint8Array.from(message.bytes);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  return [{ ...message, bytes }];
});

/** Promises everything and sends no media. */
export const lying = attack((message) => {
  if (message.type === 'push' || message.type === 'decline') return [];
  if (message.type === 'refuse') return [{ ...message, type: 'accept' }];
  return [boast(message)];
});

/** Takes everything and gives nothing, and says so. */
export const freeRiding = attack((message) => {
  if (message.type === 'push') return [];
  if (message.type === 'accept') return [{ ...message, type: 'refuse' }];
  if (message.type === 'request') return [message];
  if (message.type !== 'status') return [message];
  return [{ ...message, uploadKbps: 0, stripes: message.stripes.map((state) => ({ ...state, spare: 0 })) }];
});

/** Repeats each message many times. */
export const flooding = attack((message) =>
  message.type === 'hello' ? [message] : Array.from({ length: 30 }, () => message),
);

/** Sends unsolicited media with each announcement. */
export const unsolicited = attack((message) => {
  if (message.type !== 'have') return [message];
  const [address] = message.addresses;
  if (address === undefined) return [message];
  const old = { ...address, sequence: 0 };
  const push = {
    type: 'push',
    address: old,
    hops: 0,
    size: 16,
    offset: 0,
    bytes: new Uint8Array(16),
  } as const;
  return [message, ...Array.from({ length: 30 }, () => push)];
});
