/** A live stream over WHEP for tests of attacks, with a viewer who watches it all along. */
import { expect, onTestFinished, vi } from 'vitest';
import type { WebRtcStats } from '../../../src/media/webrtc/index.ts';
import { FrameSource } from './frame-source.ts';
import { HOSTILE_OFFER, HostilePeer } from './hostile-peer.ts';
import { NETWORK_HEADER } from './network-limit.ts';
import type { WebRtcPlayer, WebRtcPlayers } from './webrtc-players.ts';
import { STREAM, startWhepServer, type WhepServer, type WhepServerOptions } from './whep-server.ts';

const CONNECT_MS = 700;
/** Three segments, from which a stream is playable, and half a group of pictures. */
const FIRST_FRAMES = 285;
const WITHIN_MS = 15_000;

export async function startStream(options: WhepServerOptions = {}) {
  const server = await startWhepServer({ connectMs: CONNECT_MS, ...options });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const source = new FrameSource(await server.publish());
  source.send(FIRST_FRAMES);
  await vi.waitFor(async () => {
    const response = await fetch(`${server.url}/live/${STREAM}/index.m3u8`);
    expect(response.status).toBe(200);
  }, WITHIN_MS);
  return { server, source };
}

export class AttackedStream {
  readonly server: WhepServer;
  readonly source: FrameSource;
  readonly player: WebRtcPlayer;
  /** The URL of the viewer's session. */
  readonly session: string;

  private constructor(server: WhepServer, source: FrameSource, player: WebRtcPlayer, session: string) {
    this.server = server;
    this.source = source;
    this.player = player;
    this.session = session;
  }

  static async start(players: WebRtcPlayers, options: WhepServerOptions = {}): Promise<AttackedStream> {
    const { server, source } = await startStream(options);
    const player = players.create();
    const response = await server.play(player, { [NETWORK_HEADER]: 'viewer' });
    expect(response.status).toBe(201);
    await source.sendUntil(player.until(({ videoFrames }) => videoFrames.length > 0));
    return new AttackedStream(server, source, player, server.url + (response.headers.get('location') ?? ''));
  }

  get stats(): WebRtcStats {
    const { webrtc } = this.server.core.stats();
    if (webrtc === null) throw new Error('The test server serves no WebRTC');
    return webrtc;
  }

  /** Sends frames during an attack, and more after it, which the viewer has to get. */
  async playsThrough<Result>(attack: Promise<Result>): Promise<Result> {
    await this.source.sendUntil(attack.catch(() => undefined));
    const before = this.player.videoFrames.length;
    await this.source.sendUntil(this.player.until(({ videoFrames }) => videoFrames.length >= before + 10));
    return attack;
  }

  /** Sends frames until only the viewer is left. */
  async playsUntilAlone(): Promise<void> {
    await this.playsThrough(vi.waitFor(() => expect(this.stats.viewers).toBe(1), { timeout: WITHIN_MS }));
  }

  /** A peer that knows where to send, and after ICE has the ClientHello of the server. */
  async hostilePeer({ passesIce }: { readonly passesIce: boolean }): Promise<HostilePeer> {
    const response = await this.server.post(HOSTILE_OFFER, { [NETWORK_HEADER]: 'hostile' });
    expect(response.status).toBe(201);
    const peer = await HostilePeer.open(await response.text());
    onTestFinished(() => peer[Symbol.dispose]());
    if (!passesIce) return peer;
    peer.check();
    await peer.until(({ hasPassedIce, handshakes }) => hasPassedIce && handshakes.length > 0);
    return peer;
  }
}
