/** The mirror as a peer of the swarm: brings all stripes into it, and gives much upload. */
import { createHash, randomBytes } from 'node:crypto';
import type { VerificationKey } from '@tributary/swarm/manifest/manifest-verifier';
import { createNodeConnection, systemClock } from '@tributary/swarm/node/node-connection';
import { DEFAULT_OPTIONS, type SwarmOptions } from '@tributary/swarm/scheduler/swarm-options';
import { loadPart } from '@tributary/swarm/session/load-part';
import type { SuppliedPart } from '@tributary/swarm/session/session-setup';
import { SwarmSession } from '@tributary/swarm/session/swarm-session';
import type { Signal } from '@tributary/swarm/webrtc/signal';
import { type Joined, SignallingSocket } from './signalling-socket.ts';

const TRAFFIC_MS = 30_000;
/** The longest time that a part may take. A page, which has to play, would load it from the instance long before. */
const NEED_MS = 2_000;
const PATIENCE_MS = 5_000;
const MAX_EARLY = 64;

/** A mirror has a good line, and gives to more peers than a page does. */
const OPTIONS: SwarmOptions = {
  ...DEFAULT_OPTIONS,
  isMirror: true,
  maxNeighbours: 64,
  maxStoredBytes: 64 * 1024 * 1024,
  upload: {
    initialBytesPerSecond: 2_500_000,
    minBytesPerSecond: 250_000,
    maxBytesPerSecond: 50_000_000,
  },
};

export interface MirrorSwarmSetup {
  readonly instance: string;
  readonly streamId: string;
  readonly swarm: Uint8Array;
  readonly key: VerificationKey;
  /** The origin at which viewers may load the stream by HTTP; null where there is none. */
  readonly publicUrl: string | null;
  /** Called after each join with an address that the instance does not tell viewers. */
  readonly notNamed: (publicUrl: string) => void;
  readonly stopped: (reason: string) => void;
}

export class MirrorSwarm {
  readonly #setup: MirrorSwarmSetup;
  readonly #id = randomBytes(16).toString('base64url');
  readonly #socket: SignallingSocket;
  readonly #timer: ReturnType<typeof setInterval>;
  #session: SwarmSession | null = null;
  #joined: Joined | null = null;
  /** Offers that have overtaken the answer to the mirror's joining. */
  #early: { readonly from: string; readonly signal: Signal }[] = [];
  #reported = { fromPeers: 0, fromOrigin: 0, given: 0 };

  constructor(setup: MirrorSwarmSetup) {
    this.#setup = setup;
    this.#socket = new SignallingSocket(
      { ...setup, peer: this.#id },
      {
        joined: (joined) => this.#start(joined),
        signalled: (from, signal) => this.#signalled(from, signal),
        removed: (peer) => this.#session?.disconnect(peer),
        counted: (peers) => this.#session?.setSwarmSize(peers),
        stopped: (reason) => setup.stopped(reason),
      },
    );
    this.#timer = setInterval(() => this.#report(), TRAFFIC_MS);
  }

  /** Null before the mirror has joined. */
  get session(): SwarmSession | null {
    return this.#session;
  }

  get peers(): number {
    return this.#session?.totals.peers ?? 0;
  }

  /** @returns the verified part; null where neither peers nor the instance have sent it in time */
  part(url: string, signal: AbortSignal): Promise<SuppliedPart | null> {
    return new Promise((resolve) => {
      const cancel = this.#session?.request(url, NEED_MS, resolve) ?? null;
      if (cancel === null) return resolve(null);
      signal.addEventListener('abort', () => {
        cancel();
        resolve(null);
      });
    });
  }

  close(): void {
    clearInterval(this.#timer);
    this.#report();
    this.#socket.close();
    this.#session?.close();
    this.#session = null;
  }

  #start(joined: Joined): void {
    this.#joined = joined;
    const { publicUrl, notNamed } = this.#setup;
    if (publicUrl !== null && joined.isNamed === false) notNamed(publicUrl);
    const candidates = joined.candidates.map(({ peer }) => peer);
    this.#session ??= this.#createSession(joined);
    this.#session.setSwarmSize(joined.peers);
    for (const { from, signal } of this.#early.splice(0)) this.#session.signalled(from, signal);
    this.#session.connect(candidates);
  }

  #signalled(from: string, signal: Signal): void {
    if (this.#session !== null) this.#session.signalled(from, signal);
    else if (this.#early.length < MAX_EARLY) this.#early.push({ from, signal });
  }

  #createSession({ network }: Joined): SwarmSession {
    const { swarm, key } = this.#setup;
    const session: SwarmSession = new SwarmSession({
      id: this.#id,
      swarm,
      key,
      network,
      clock: systemClock,
      // Passwords of TURN servers expire: those of the last answer count.
      create: () => createNodeConnection(this.#joined?.iceServers ?? []),
      load: loadPart,
      digest: (bytes, done) => done(createHash('sha256').update(bytes).digest()),
      options: OPTIONS,
      signalling: this.#socket,
      // A mirror loads what it can at once, so that peers have it early.
      mayWait: () => false,
      patienceMs: PATIENCE_MS,
      onFailed: () => {
        if (this.#session !== session) return;
        this.#report();
        this.#reported = { fromPeers: 0, fromOrigin: 0, given: 0 };
        this.#session = this.#joined && this.#createSession(this.#joined);
      },
    });
    return session;
  }

  #report(): void {
    if (this.#session === null) return;
    const { peerBytes, originBytes, givenBytes } = this.#session.totals;
    const now = { fromPeers: peerBytes, fromOrigin: originBytes, given: givenBytes };
    const before = this.#reported;
    this.#reported = now;
    this.#socket.traffic({
      fromPeers: now.fromPeers - before.fromPeers,
      fromOrigin: now.fromOrigin - before.fromOrigin,
      given: now.given - before.given,
    });
  }
}
