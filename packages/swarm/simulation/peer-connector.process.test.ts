/** Real connections over loopback, by libdatachannel. */
import { afterEach, expect, it } from 'vitest';
import type { PeerChannel } from '../src/neighbours/neighbour.ts';
import { systemClock } from '../src/node/node-connection.ts';
import { encodeMessage } from '../src/protocol/encode-message.ts';
import { MAX_CHUNK_BYTES } from '../src/protocol/messages.ts';
import { figuresOf } from '../src/webrtc/connection-figures.ts';
import { PeerConnector } from '../src/webrtc/peer-connector.ts';
import { createNodeConnection } from './node-connection.ts';

/** The messages that one peer received, as promises and lists. */
class Peer {
  readonly id: string;
  readonly channels = new Map<string, PeerChannel>();
  readonly frames: { readonly from: string; readonly frame: Uint8Array }[] = [];
  readonly left: string[] = [];
  readonly connector: PeerConnector;
  maxConnections = 8;
  #waiting: (() => void)[] = [];

  constructor(id: string, network: Map<string, Peer>) {
    this.id = id;
    network.set(id, this);
    this.connector = new PeerConnector({
      id,
      clock: systemClock,
      create: () => createNodeConnection(),
      send: (to, signal) => queueMicrotask(() => network.get(to)?.connector.signalled(id, signal)),
      engine: {
        mayConnect: (other) => this.channels.size < this.maxConnections && !this.channels.has(other),
        connected: (other, channel) => this.#note(() => this.channels.set(other, channel)),
        received: (from, frame) => this.#note(() => this.frames.push({ from, frame })),
        disconnected: (other) =>
          this.#note(() => {
            this.channels.delete(other);
            this.left.push(other);
          }),
      },
    });
  }

  #note(change: () => void): void {
    change();
    for (const check of this.#waiting) check();
  }

  /** Resolves once the condition holds. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (condition()) resolve();
      };
      this.#waiting.push(check);
      check();
    });
  }
}

const peers: Peer[] = [];
afterEach(() => {
  for (const { connector } of peers.splice(0)) connector.close();
});

function createPeers(...ids: string[]): Peer[] {
  const network = new Map<string, Peer>();
  peers.push(...ids.map((id) => new Peer(id, network)));
  return peers.slice(-ids.length);
}

it('connects two peers, carries control messages in order and whole chunks, and tells both of the end', async () => {
  const [a, b] = createPeers('a', 'b');
  if (a === undefined || b === undefined) throw new Error('There are no peers.');
  a.connector.connect(['b']);
  await Promise.all([a.until(() => a.channels.has('b')), b.until(() => b.channels.has('a'))]);
  const address = { rendition: 0, sequence: 7, part: 2 };
  for (let nonce = 0; nonce < 100; nonce += 1)
    a.channels.get('b')?.send(encodeMessage({ type: 'ping', nonce }));
  const bytes = new Uint8Array(MAX_CHUNK_BYTES).map((_, index) => index % 251);
  const push = encodeMessage({ type: 'push', address, hops: 1, size: bytes.length, offset: 0, bytes });
  a.channels.get('b')?.send(push);
  await b.until(() => b.frames.length === 101);
  const control = b.frames.filter(({ frame }) => frame.length < 100);
  expect(control.map(({ frame }) => frame[4])).toEqual(Array.from({ length: 100 }, (_, index) => index));
  expect(b.frames.find(({ frame }) => frame.length > 100)?.frame).toEqual(push);
  const [connection] = a.connector.connections.values();
  if (connection === undefined) throw new Error('There is no connection.');
  expect((await figuresOf(connection)).isRelayed).toBe(false);
  a.channels.get('b')?.close();
  await b.until(() => b.left.includes('a'));
  expect(a.left).toEqual(['b']);
});

it('makes one connection where both peers offer at the same time', async () => {
  const [a, b] = createPeers('a', 'b');
  a?.connector.connect(['b']);
  b?.connector.connect(['a']);
  await Promise.all([a?.until(() => a.channels.has('b')), b?.until(() => b.channels.has('a'))]);
  expect([a?.connector.connections.size, b?.connector.connections.size]).toEqual([1, 1]);
  expect([a?.left, b?.left]).toEqual([[], []]);
});

it('connects nothing to a peer that has enough connections, and does not ask it again at once', async () => {
  const [a, b] = createPeers('a', 'b');
  if (a === undefined || b === undefined) throw new Error('There are no peers.');
  b.maxConnections = 0;
  const answers: string[] = [];
  const signalled = a.connector.signalled.bind(a.connector);
  const answered = new Promise<void>((resolve) => {
    a.connector.signalled = (from, signal) => {
      answers.push(signal.data);
      signalled(from, signal);
      resolve();
    };
  });
  a.connector.connect(['b']);
  await answered;
  expect(answers).toEqual(['busy']);
  b.maxConnections = 8;
  a.connector.connect(['b']);
  expect(a.connector.connections.size).toBe(0);
  expect(a.channels.size).toBe(0);
});

it('ends a connection on a frame that is longer than the engine sends', async () => {
  const [a, b] = createPeers('a', 'b');
  if (a === undefined || b === undefined) throw new Error('There are no peers.');
  a.connector.connect(['b']);
  await Promise.all([a.until(() => a.channels.has('b')), b.until(() => b.channels.has('a'))]);
  a.channels.get('b')?.send(new Uint8Array(40_000));
  await b.until(() => b.left.includes('a'));
  expect(b.frames).toEqual([]);
});
