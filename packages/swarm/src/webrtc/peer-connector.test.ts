import { expect, it } from 'vitest';
import { PeerConnector } from './peer-connector.ts';
import type { RtcConnection } from './rtc-types.ts';
import type { Signal } from './signal.ts';

const [OWN, OTHER] = ['a'.repeat(22), 'b'.repeat(22)];

/** A connector whose connections make offers, and refuse each answer. */
function openConnector() {
  let nowMs = 0;
  const sent: Signal['kind'][] = [];
  const connection: Omit<RtcConnection, 'createDataChannel'> = {
    connectionState: 'new',
    iceGatheringState: 'complete',
    localDescription: { sdp: 'v=0' },
    setLocalDescription: async () => {},
    setRemoteDescription: () => Promise.reject(new Error('Got a remote candidate without ICE transport')),
    getStats: async () => [],
    addEventListener: () => {},
    close: () => {},
  };
  const channel = {
    binaryType: '',
    readyState: 'connecting',
    bufferedAmount: 0,
    send: () => {},
    addEventListener: () => {},
    close: () => {},
  };
  const connector = new PeerConnector({
    id: OWN,
    clock: { now: () => nowMs, after: () => () => {} },
    engine: { mayConnect: () => true, connected: () => {}, received: () => {}, disconnected: () => {} },
    create: () => ({ ...connection, createDataChannel: () => channel }),
    send: (_to, { kind }) => void sent.push(kind),
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    sent,
    async connectAt(ms: number): Promise<number> {
      nowMs = ms;
      connector.connect([OTHER]);
      await settle();
      return sent.length;
    },
    async answer(): Promise<void> {
      connector.signalled(OTHER, { kind: 'answer', data: 'v=0' });
      await settle();
    },
  };
}

it('soon repeats an attempt whose answer could not be used, and later ones of the same peer after half a minute', async () => {
  const { connectAt, answer } = openConnector();
  expect(await connectAt(0)).toBe(1);
  await answer();
  expect(await connectAt(900)).toBe(1);
  expect(await connectAt(1_000)).toBe(2);
  await answer();
  expect(await connectAt(30_900)).toBe(2);
  expect(await connectAt(31_000)).toBe(3);
});
