/** This page's part in the swarm of one stream: joins it, plays from it, and leaves it. */
import type { SwarmPolicy } from '@tributary/contracts/swarm';
import type { VerificationKey } from '@tributary/swarm/manifest/manifest-verifier';
import { DEFAULT_OPTIONS } from '@tributary/swarm/scheduler/swarm-options';
import type { LoadPart } from '@tributary/swarm/session/load-part';
import { SwarmSession } from '@tributary/swarm/session/swarm-session';
import type { CreateRtcConnection } from '@tributary/swarm/webrtc/rtc-types';
import type { Signal } from '@tributary/swarm/webrtc/signal';
import type { Cancel, Clock } from '../media/environment.ts';
import type { PartSupply } from '../sources/part-supply.ts';
import { createHttpMirrors, type HttpMirrors } from './http-mirrors.ts';
import { exchangeParts } from './part-exchange.ts';
import { randomPeerId, swarmOf } from './swarm-address.ts';
import type { IceServer, JoinedSwarm, SwarmEnd, SwarmFigures, SwarmTopic } from './swarm-types.ts';

const CANDIDATES = 12;
const REPORT_MS = 30_000;
/** Offers that are kept until there is a session; the peers of later ones offer again. */
const MAX_EARLY = 64;

export interface StreamSwarmOptions {
  readonly video: HTMLVideoElement;
  /** The policy that the connections follow. They are closed where another one needs connections of another kind. */
  readonly policy: SwarmPolicy;
  readonly clock: Clock;
  readonly topic: SwarmTopic;
  readonly key: VerificationKey;
  readonly load: LoadPart;
  /** Loads a playlist of a mirror. */
  readonly loadText: (url: string, signal: AbortSignal) => Promise<string>;
  /** Whether mirrors may learn of this viewer's address. */
  readonly mayAskMirrors: boolean;
  readonly connection: (iceServers: readonly IceServer[]) => ReturnType<CreateRtcConnection>;
  /** Whether the page is displayed: timers of hidden ones are slow. */
  readonly isVisible: () => boolean;
  readonly onEnded: (reason: SwarmEnd) => void;
}

export class StreamSwarm {
  readonly #options: StreamSwarmOptions;
  readonly #id = randomPeerId();
  readonly #stop: readonly Cancel[];
  readonly #mirrors: HttpMirrors;
  #supply: PartSupply | null = null;
  #session: SwarmSession | null = null;
  #endExchange: Cancel = () => {};
  #joined: JoinedSwarm | null = null;
  /** Offers that came before the session: other peers learn of this one as soon as it has joined. */
  #early: { readonly from: string; readonly signal: Signal }[] = [];
  /** Names the swarm of the session, as text. */
  #swarm = '';
  #isOver = false;
  /** Bytes of sessions that have ended, and of media that the player has loaded itself. */
  #before = { fromPeers: 0, fromOrigin: 0, given: 0 };
  #reported = { fromPeers: 0, fromOrigin: 0, given: 0 };

  constructor(options: StreamSwarmOptions) {
    this.#options = options;
    const { topic, clock, load, loadText, mayAskMirrors } = options;
    this.#mirrors = createHttpMirrors({
      clock,
      load,
      loadText,
      onManifests: async (lines) => this.#session?.learn(lines),
      onLost: () => this.#session?.playlists.originLost(),
    });
    const unsubscribe = topic.subscribe({
      opened: ({ policy, mirrors }) => {
        if (mayAskMirrors) this.#mirrors.setAddresses(mirrors ?? []);
        if (this.#forbids(policy)) this.#end('policy');
        else void this.#join();
      },
      changed: ({ policy, peers, mirrors }) => {
        if (mirrors !== undefined && mayAskMirrors) this.#mirrors.setAddresses(mirrors);
        if (policy !== undefined && this.#forbids(policy)) this.#end('policy');
        else if (peers !== undefined) this.#session?.setSwarmSize(peers);
      },
      signalled: (from, signal) => this.#signalled(from, signal),
      removed: (peer) => this.#session?.disconnect(peer),
      expelled: (reason) => this.#end(reason === 'off' ? 'policy' : 'final'),
    });
    this.#stop = [unsubscribe, clock.every(REPORT_MS, () => this.#report())];
  }

  /** Plays from the swarm what this source requests. */
  setSupply(supply: PartSupply | null): void {
    if (supply === this.#supply) return;
    this.#supply = supply;
    this.#endExchange();
    this.#endExchange = () => {};
    void this.#exchange();
  }

  async figures(): Promise<SwarmFigures> {
    const { fromPeers, fromOrigin, given } = this.#traffic();
    const peers = (await this.#session?.peers()) ?? [];
    const mirrors = this.#mirrors.figures;
    return { fromPeersBytes: fromPeers, fromOriginBytes: fromOrigin, givenBytes: given, mirrors, peers };
  }

  destroy(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#report();
    this.#options.topic.leave().catch(() => undefined);
    for (const stop of this.#stop) stop();
    this.#endSession();
  }

  #forbids(policy: SwarmPolicy): boolean {
    return policy === 'off' || (policy === 'relay') !== (this.#options.policy === 'relay');
  }

  #end(reason: SwarmEnd): void {
    if (this.#isOver) return;
    this.destroy();
    this.#options.onEnded(reason);
  }

  async #join(): Promise<void> {
    try {
      this.#joined = await this.#options.topic.join(this.#id, CANDIDATES);
    } catch {
      // The instance is busy, or knows this peer no more. The next snapshot tries again.
      return;
    }
    this.#session?.connect(this.#joined.candidates);
    await this.#exchange();
  }

  #signalled(from: string, signal: Signal): void {
    if (this.#session !== null) this.#session.signalled(from, signal);
    else if (this.#early.length < MAX_EARLY) this.#early.push({ from, signal });
  }

  /** Connects source and session, once there are both. */
  async #exchange(): Promise<void> {
    const supply = this.#supply;
    const joined = this.#joined;
    if (supply === null || joined === null || supply.supplier !== null) return;
    const swarm = await swarmOf(supply.hls.levels[0]?.uri ?? '');
    if (this.#isOver || supply !== this.#supply || supply.supplier !== null || swarm === null) return;
    if (this.#session === null || swarm.join() !== this.#swarm) this.#startSession(swarm, joined);
    const session = this.#session;
    if (session === null) return;
    const { video, clock } = this.#options;
    const onLoaded = (bytes: number) => {
      this.#before.fromOrigin += bytes;
    };
    this.#endExchange = exchangeParts(supply, session, video, onLoaded, this.#mirrors, clock);
  }

  #startSession(
    swarm: Uint8Array<ArrayBuffer>,
    { network, iceServers, peers, candidates }: JoinedSwarm,
  ): void {
    this.#endSession();
    const { clock, key, topic, isVisible, connection } = this.#options;
    this.#swarm = swarm.join();
    this.#session = new SwarmSession({
      id: this.#id,
      swarm,
      key,
      network,
      clock,
      create: () => connection(iceServers),
      load: (url, offset, signal) => this.#load(url, offset, signal),
      digest: (bytes, done) =>
        void crypto.subtle.digest('SHA-256', bytes.slice()).then((hash) => done(new Uint8Array(hash))),
      options: DEFAULT_OPTIONS,
      signalling: {
        find: (count) => topic.find(Math.min(CANDIDATES, count)),
        send: (to, signal) => void topic.signal(to, signal).catch(() => undefined),
        report: (peer) => void topic.report(peer).catch(() => undefined),
      },
      mayWait: isVisible,
      onFailed: () => this.#end('final'),
    });
    this.#session.setSwarmSize(peers);
    for (const { from, signal } of this.#early.splice(0)) this.#session.signalled(from, signal);
    this.#session.connect(candidates);
  }

  /** Downloads from the origin count for the bandwidth estimate, as others do. */
  async #load(...[url, offset, signal]: Parameters<LoadPart>): ReturnType<LoadPart> {
    const { clock } = this.#options;
    const start = clock.now();
    const answer = await this.#mirrors.load(url, offset, signal);
    const end = clock.now();
    const bytes = answer.bytes.length;
    const progress = {
      loading: { start, first: start + answer.firstByteMs, end },
      loaded: bytes,
      total: bytes,
    };
    this.#supply?.transfers.begin(progress, { isMain: false, durationSeconds: 0, endSeconds: 0 });
    this.#supply?.transfers.end(progress, end, true);
    return answer;
  }

  #endSession(): void {
    this.#endExchange();
    this.#endExchange = () => {};
    if (this.#session === null) return;
    this.#before = this.#received();
    this.#session.close();
    this.#session = null;
  }

  /** Media since the page has joined. A session takes a mirror that serves for the origin. */
  #traffic() {
    const { fromOrigin, ...others } = this.#received();
    return { ...others, fromOrigin: Math.max(0, fromOrigin - this.#mirrors.receivedBytes) };
  }

  #received() {
    const { fromPeers, fromOrigin, given } = this.#before;
    const totals = this.#session?.totals;
    return {
      fromPeers: fromPeers + (totals?.peerBytes ?? 0),
      fromOrigin: fromOrigin + (totals?.originBytes ?? 0),
      given: given + (totals?.givenBytes ?? 0),
    };
  }

  #report(): void {
    const now = this.#traffic();
    const traffic = {
      fromPeers: now.fromPeers - this.#reported.fromPeers,
      // Bytes of a mirror count here before the session has counted them.
      fromOrigin: Math.max(0, now.fromOrigin - this.#reported.fromOrigin),
      given: now.given - this.#reported.given,
    };
    if (traffic.fromPeers + traffic.fromOrigin + traffic.given === 0) return;
    this.#reported = now;
    this.#options.topic.traffic(traffic).catch(() => undefined);
  }
}
