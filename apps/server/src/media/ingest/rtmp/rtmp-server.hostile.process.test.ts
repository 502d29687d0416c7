import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AVCC, avcFrame, avcHeader, nal } from '../../../../test/support/rtmp/flv-samples.ts';
import { RtmpClient } from '../../../../test/support/rtmp/rtmp-client.ts';
import {
  allClosed,
  begin,
  clock,
  port,
  publishing,
  publishTarget,
  server,
  statusOf,
  useRtmpServer,
} from '../../../../test/support/rtmp/rtmp-server-harness.ts';
import { silentLog } from '../../../../test/support/rtmp/silent-log.ts';
import type { RtmpLimits } from './rtmp-limits.ts';
import { createRtmpServer, type RtmpServerOptions } from './rtmp-server.ts';

useRtmpServer();

describe('hostile and disconnecting peers', () => {
  it.each<[string, string, (client: RtmpClient) => void]>([
    ['HTTP', 'not_rtmp', (client) => client.raw(Buffer.from('GET / HTTP/1.1\r\n\r\n'))],
    ['a command before connect', 'bad_message', (client) => client.command(0, 'createStream', 1, null)],
    [
      'a command that is no AMF0',
      'bad_message',
      (client) => client.send({ type: 20, body: Buffer.alloc(9, 0xff) }),
    ],
    ['a chunk that refers to nothing', 'bad_chunk', (client) => client.raw(Buffer.of(0xc9))],
    ['a chunk size of 0', 'bad_chunk', (client) => client.send({ type: 1, body: Buffer.alloc(4) }, 2)],
    ['an abort of no length', 'bad_chunk', (client) => client.send({ type: 2, body: Buffer.alloc(1) }, 2)],
    [
      'a video of 16 MB before a publish',
      'too_large',
      (client) => client.raw(Buffer.of(4, 0, 0, 0, 0xff, 0xff, 0xff, 9, 1, 0, 0, 0)),
    ],
    [
      'a message inside a message',
      'bad_chunk',
      (client) =>
        client.raw(
          Buffer.concat([
            Buffer.of(4, 0, 0, 0, 0, 1, 0, 9, 1, 0, 0, 0),
            Buffer.alloc(128),
            Buffer.of(4),
            Buffer.alloc(11),
          ]),
        ),
    ],
    [
      'chunk streams without end',
      'too_large',
      (client) => {
        for (let id = 3; id < 63; id++)
          client.raw(Buffer.of(id, 0, 0, 0, 0, 1, 0, 8, 0, 0, 0, 0, ...Buffer.alloc(128)));
      },
    ],
    [
      'streams without end',
      'too_large',
      (client) => {
        client.command(0, 'connect', 1, { app: 'live' });
        for (let i = 2; i < 30; i++) client.command(0, 'createStream', i, null);
      },
    ],
  ])('closes the connection and counts the reason: %s', async (_name, reason, attack) => {
    const client = reason === 'not_rtmp' ? await RtmpClient.connect(port) : await RtmpClient.open(port);
    attack(client);
    await client.ended;
    client.close();
    await allClosed();
    expect(server.stats().closed).toEqual({ [reason]: 1 });
  });

  it.each<[string, Buffer]>([
    ['an avcC that breaks off', avcHeader(AVCC.subarray(0, 20))],
    ['a frame type of 0', Buffer.concat([Buffer.of(0x07, 1, 0, 0, 0), nal(1)])],
    ['an Enhanced RTMP tag without FourCC', Buffer.of(0x91, 1, 2)],
  ])('ends a publication that sends %s', async (_name, body) => {
    const { client, got } = await publishing();
    client.video(0, body);
    expect(await got.closed).toBe('protocol_error');
    client.close();
    await allClosed();
    expect(server.stats().closed).toEqual({ bad_media: 1 });
  });

  it('ends a publication whose NAL units exceed their frame', async () => {
    const { client, got } = await publishing();
    begin(client);
    client.video(40, avcFrame(false, Buffer.of(0, 0, 1, 0, 0x41)));
    expect(await got.closed).toBe('protocol_error');
    expect(got.units).toHaveLength(1);
  });

  it('limits the incomplete messages that a publisher interleaves', async () => {
    const { client, got } = await publishing();
    for (const id of [10, 11])
      client.raw(Buffer.of(id, 0, 0, 0, 0xff, 0xff, 0xf0, 9, 1, 0, 0, 0, ...Buffer.alloc(128)));
    expect(await got.closed).toBe('protocol_error');
    client.close();
    await allClosed();
    expect(server.stats().closed).toEqual({ too_large: 1 });
  });

  it('distinguishes a lost connection from an encoder that unpublishes', async () => {
    const { client, got } = await publishing();
    begin(client);
    await got.received(1);
    client.socket.resetAndDestroy();
    expect(await got.closed).toBe('connection_lost');
    await allClosed();
    expect(server.stats()).toMatchObject({ publishing: 0, closed: { connection_lost: 1 } });
  });

  it('closes connections that exceed a deadline', async () => {
    const silent = await RtmpClient.connect(port);
    const shaken = await RtmpClient.open(port);
    shaken.command(0, 'connect', 1, { app: 'live' });
    await shaken.said('_result', 1);
    clock.advance(10_000);
    await silent.ended;
    const { client, got } = await publishing();
    clock.advance(5_000);
    expect((await statusOf(shaken)).description).toMatch(/Nothing was published/);
    begin(client);
    await got.received(1);
    clock.advance(19_999);
    client.video(40, avcFrame(false));
    await got.received(2);
    clock.advance(20_000);
    expect(await got.closed).toBe('connection_lost');
    expect((await statusOf(client)).description).toMatch(/No audio or video/);
    for (const each of [silent, shaken, client]) each.close();
    clock.advance(2000);
    await allClosed();
    expect(server.stats().closed).toEqual({ handshake_timeout: 1, publish_timeout: 1, idle_timeout: 1 });
  });

  it('closes a connection whose peer does not read the answers', async () => {
    const { client, got } = await publishing();
    client.socket.pause();
    const pings = Buffer.concat(
      Array.from({ length: 5000 }, () => Buffer.of(2, 0, 0, 0, 0, 0, 6, 4, 0, 0, 0, 0, 0, 6, 1, 2, 3, 4)),
    );
    while (server.stats().publishing > 0) {
      if (!client.socket.write(pings)) await Promise.race([once(client.socket, 'drain'), got.closed]);
    }
    expect(await got.closed).toBe('connection_lost');
    clock.advance(2000);
    client.socket.destroy();
    await allClosed();
    expect(server.stats().closed).toEqual({ slow_reader: 1 });
  });

  it('rejects connections above its limit', async () => {
    const small = createRtmpServer({ publishTarget, log: silentLog, limits: { maxConnections: 1 } });
    const address = await small.listen(0, '127.0.0.1');
    const first = await RtmpClient.open(address.port);
    first.command(0, 'connect', 1, { app: 'live' });
    await first.said('_result', 1);
    const second = await RtmpClient.open(address.port);
    await second.ended;
    expect(small.stats()).toMatchObject({ connections: 1, closed: { too_many_connections: 1 } });
    first.close();
    await small.close();
  });

  const loopback = () => [{ name: 'loopback', times: 1 }];
  /** Starts a server that treats all loopback addresses as one network. */
  async function startLimited(
    limits: Partial<RtmpLimits>,
    { log = silentLog, networksOf = loopback }: Pick<Partial<RtmpServerOptions>, 'log' | 'networksOf'> = {},
  ) {
    const limited = createRtmpServer({ publishTarget, log, clock, limits, networksOf });
    onTestFinished(() => limited.close());
    return { limited, port: (await limited.listen(0, '127.0.0.1')).port };
  }

  it('limits the connections of one network that do not publish, and keeps its publishers', async () => {
    const { limited, port } = await startLimited({ maxIdlePerNetwork: 1 });
    const publisher = await RtmpClient.open(port, '127.0.0.1');
    const accepted = publishTarget.next();
    await publisher.publish();
    await accepted;
    await expect.poll(() => limited.stats().publishing).toBe(1);
    const idle = await RtmpClient.open(port, '127.0.0.2');
    idle.command(0, 'connect', 1, { app: 'live' });
    await idle.said('_result', 1);
    const second = await RtmpClient.open(port, '127.0.0.3');
    await second.ended;
    expect(limited.stats()).toMatchObject({ connections: 2, closed: { too_many_connections: 1 } });
    idle.close();
    publisher.close();
  });

  it('limits all connections of one network, publishers included', async () => {
    const { limited, port } = await startLimited({ maxPerNetwork: 1 });
    const publisher = await RtmpClient.open(port, '127.0.0.1');
    await publisher.publish();
    const second = await RtmpClient.open(port, '127.0.0.2');
    await second.ended;
    expect(limited.stats()).toMatchObject({ connections: 1, closed: { too_many_connections: 1 } });
    publisher.close();
  });

  it('limits networks together that share a multiple of the limits of one', async () => {
    const networksOf = (address: string) => [
      { name: address, times: 1 },
      { name: 'site', times: 2 },
    ];
    const { limited, port } = await startLimited({ maxPerNetwork: 1 }, { networksOf });
    const publishers = [await RtmpClient.open(port, '127.0.0.1'), await RtmpClient.open(port, '127.0.0.2')];
    for (const publisher of publishers) await publisher.publish();
    const third = await RtmpClient.open(port, '127.0.0.3');
    await third.ended;
    expect(limited.stats()).toMatchObject({ connections: 2, closed: { too_many_connections: 1 } });
    for (const publisher of publishers) publisher.close();
  });

  it('refuses the publish requests of a network that made too many for a minute, without authorizing the key', async () => {
    const { limited, port } = await startLimited({ maxAttemptsPerMinute: 3 });
    const asked: string[] = [];
    publishTarget.before(async ({ streamKey }) => void asked.push(streamKey));
    publishTarget.refused.set('wrong', 'unknown_key');
    const guess = async (from: string) => (await RtmpClient.open(port, from)).publish('wrong');
    await expect(guess('127.0.0.1')).rejects.toThrow('BadName');
    await expect(guess('127.0.0.2')).rejects.toThrow('Too many attempts from your network');
    expect(asked).toEqual(['wrong']);
    const refused = await RtmpClient.open(port);
    await refused.ended;
    clock.advance(60_000);
    await expect(guess('127.0.0.1')).rejects.toThrow('BadName');
    expect(asked).toEqual(['wrong', 'wrong']);
    await expect.poll(() => limited.stats().closed.refused_too_many_attempts).toBe(2);
  });

  it('logs the first refused connection of a minute, and counts the others', async () => {
    const lines: object[] = [];
    const log = {
      ...silentLog,
      info: (fields: object, message: string) => lines.push({ ...fields, message }),
    };
    const { port } = await startLimited({ maxAttemptsPerMinute: 0 }, { log });
    for (let count = 0; count < 4; count += 1) await (await RtmpClient.open(port, '127.0.0.1')).ended;
    clock.advance(60_000);
    expect(lines).toEqual([
      {
        remoteAddress: '127.0.0.1',
        reason: 'refused_too_many_attempts',
        message: 'Refused an RTMP connection',
      },
      { connections: 3, message: 'Refused further RTMP connections within a minute' },
    ]);
  });
});
