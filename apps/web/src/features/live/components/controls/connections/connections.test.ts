import { expect, it } from 'vitest';
import type { SwarmFigures } from '../../../engine/swarm/swarm-types.ts';
import { ConnectionList } from './connections.ts';

const peer = (id: string, more: Partial<SwarmFigures['peers'][number]> = {}) => ({
  id,
  roundTripMs: 30,
  receivedBytes: 0,
  sentBytes: 0,
  isSameNetwork: false,
  isRelayed: false,
  ...more,
});
const figures = (more: Partial<SwarmFigures> = {}): SwarmFigures => ({
  fromPeersBytes: 0,
  fromOriginBytes: 0,
  givenBytes: 0,
  mirrors: [],
  peers: [],
  ...more,
});

it('lists the server, then mirrors, then viewers, each with its way', () => {
  const connections = new ConnectionList().update(
    figures({
      fromOriginBytes: 700,
      mirrors: [
        { address: 'https://one.example.org', receivedBytes: 5, isServing: true },
        { address: 'https://two.example.org', receivedBytes: 0, isServing: false },
      ],
      peers: [
        peer('a'),
        peer('b', { isSameNetwork: true }),
        peer('c', { isSameNetwork: true, isRelayed: true }),
      ],
    }),
    0,
  );
  expect(connections.map(({ kind, number, path }) => [kind, number, path])).toEqual([
    ['server', 1, null],
    ['mirror', 1, 'direct'],
    ['mirror', 2, 'reserve'],
    ['viewer', 1, 'direct'],
    ['viewer', 2, 'same-network'],
    ['viewer', 3, 'relayed'],
  ]);
  expect(connections[0]).toMatchObject({ receivedBytes: 700, roundTripMs: null });
});

it('measures both directions over the last five seconds', () => {
  const list = new ConnectionList();
  const at = (seconds: number, receivedBytes: number, sentBytes: number) => {
    const [, viewer] = list.update(
      figures({ peers: [peer('a', { receivedBytes, sentBytes })] }),
      seconds * 1000,
    );
    return [viewer?.receivedKbps, viewer?.sentKbps];
  };
  expect(at(0, 1_000_000, 0)).toEqual([0, 0]);
  expect(at(1, 1_125_000, 25_000)).toEqual([1000, 200]);
  for (let second = 2; second < 6; second++) at(second, 1_125_000, 25_000);
  expect(at(6, 1_125_000, 25_000)).toEqual([0, 0]);
});

it('keeps the number of a viewer while others come and go, and gives free numbers again', () => {
  const list = new ConnectionList();
  const numbers = (...ids: string[]) =>
    Object.fromEntries(
      list.update(figures({ peers: ids.map((id) => peer(id)) }), 0).map(({ id, number }) => [id, number]),
    );
  numbers('a', 'b', 'c');
  expect(numbers('c', 'b')).toMatchObject({ 'viewer b': 2, 'viewer c': 3 });
  expect(numbers('c', 'd', 'b')).toMatchObject({ 'viewer b': 2, 'viewer c': 3, 'viewer d': 1 });
});
