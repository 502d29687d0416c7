import { describe, expect, it } from 'vitest';
import { FakePeer } from '../../../../../test/support/fake-peer.ts';
import { NoVideo, WhepConnection, withStereo } from './whep-connection.ts';
import { iceServersOf, WhepRefusal } from './whep-session.ts';

const ENDPOINT = 'https://live.example.org/whep/x';
const LINKS =
  '<stun:stun.example.org>; rel="ice-server", <turn:turn.example.org?transport=udp>; rel="ice-server"; username="17:a"; credential="s,e=c"; credential-type="password"';

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
  readonly keepalive: boolean;
}

/** An endpoint that answers offers with `answer`, and everything else with 204. */
function setup(answer: { status?: number; headers?: Record<string, string> } = {}) {
  const peer = new FakePeer();
  const sent: Sent[] = [];
  const request: typeof fetch = async (input, init = {}) => {
    const { method = 'GET', body, keepalive = false, headers } = init;
    sent.push({ url: String(input), method, headers: new Headers(headers), body: String(body), keepalive });
    const { status = 201 } = answer;
    const given = { Location: '/whep/x/session', ETag: '"tag"', ...answer.headers };
    const response =
      method === 'POST'
        ? new Response('the answer', { status, headers: given })
        : new Response(null, { status: 204 });
    Object.defineProperty(response, 'url', { value: ENDPOINT });
    return response;
  };
  return {
    peer,
    sent,
    connection: new WhepConnection({ endpoint: ENDPOINT, createPeer: () => peer, request }),
  };
}

describe('WhepConnection', () => {
  it('offers to receive both tracks with the smallest jitter buffer, and takes the answer', async () => {
    const { peer, sent, connection } = setup();
    await connection.open();
    expect(peer.transceivers.map(({ transceiver }) => transceiver.receiver.jitterBufferTarget)).toEqual([
      0, 0,
    ]);
    expect(peer.log).toEqual([
      'video recvonly',
      'audio recvonly',
      'local description',
      'remote description the answer',
    ]);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ url: ENDPOINT, method: 'POST', body: peer.localSdp });
    expect(sent[0]?.headers.get('content-type')).toBe('application/sdp');
    expect(connection.tracks).toMatchObject({ video: { kind: 'video' }, audio: { kind: 'audio' } });
    expect(connection.isClosed).toBe(false);
  });

  it('gathers candidates with the servers of the Link header, which it knows before it gathers any', async () => {
    const { peer, connection } = setup({ headers: { Link: LINKS } });
    await connection.open();
    expect(peer.iceServers).toEqual([
      { urls: 'stun:stun.example.org' },
      { urls: 'turn:turn.example.org?transport=udp', username: '17:a', credential: 's,e=c' },
    ]);
    expect(peer.log.indexOf('ice servers')).toBeLessThan(peer.log.indexOf('local description'));
  });

  it('renews its right with the ETag and the ICE credentials of the offer, and no candidates', async () => {
    const { sent, connection } = setup();
    await connection.open();
    connection.renew();
    expect(sent[1]).toMatchObject({
      url: `${ENDPOINT}/session`,
      method: 'PATCH',
      body: 'a=ice-ufrag:abcd\r\na=ice-pwd:0123456789abcdefghijkl\r\na=end-of-candidates\r\n',
    });
    expect(sent[1]?.headers.get('if-match')).toBe('"tag"');
    expect(sent[1]?.headers.get('content-type')).toBe('application/trickle-ice-sdpfrag');
  });

  it('deletes its session once when it is closed, even if the page is closing', async () => {
    const { peer, sent, connection } = setup();
    await connection.open();
    connection.close();
    connection.close();
    expect(sent.slice(1)).toMatchObject([{ url: `${ENDPOINT}/session`, method: 'DELETE', keepalive: true }]);
    expect(peer.log.filter((line) => line === 'close')).toHaveLength(1);
    expect(connection.isClosed).toBe(true);
  });

  it('deletes a session that comes after it was closed', async () => {
    const { sent, connection } = setup();
    const opening = connection.open();
    connection.close();
    await expect(opening).rejects.toThrow();
    expect(sent.every(({ method }) => method !== 'POST') || sent.at(-1)?.method === 'DELETE').toBe(true);
  });

  it('fails with the status of an endpoint that refuses', async () => {
    const { connection } = setup({ status: 503 });
    const error = await connection.open().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WhepRefusal);
    expect(error).toMatchObject({ status: 503 });
  });

  it('fails where the answer has no video', async () => {
    const { peer, connection } = setup();
    peer.directions = { video: 'inactive', audio: 'recvonly' };
    await expect(connection.open()).rejects.toThrow(NoVideo);
  });

  it('is closed once the browser says that the connection failed', async () => {
    const { peer, connection } = setup();
    await connection.open();
    peer.connectionState = 'failed';
    expect(connection.isClosed).toBe(true);
  });
});

it('asks for stereo once, in the parameters of Opus alone', () => {
  const offer = 'a=rtpmap:111 opus/48000/2\r\na=fmtp:111 minptime=10\r\na=fmtp:106 packetization-mode=1\r\n';
  const stereo = offer.replace('minptime=10', 'minptime=10;stereo=1');
  expect(withStereo(offer)).toBe(stereo);
  expect(withStereo(stereo)).toBe(stereo);
  expect(withStereo('v=0\r\n')).toBe('v=0\r\n');
});

it('takes no other links for ICE servers', () => {
  expect(iceServersOf('</style.css>; rel="preload"')).toEqual([]);
  expect(iceServersOf('')).toEqual([]);
});
