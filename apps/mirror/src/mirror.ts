/** A mirror of one channel's live stream: finds the stream, follows its renditions, joins the swarm and serves HTTP. */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { renditionNumber, swarmName } from '@tributary/swarm/manifest/playlist-manifest';
import { SWARM_ID_BYTES } from '@tributary/swarm/protocol/messages';
import { backoffMs } from './backoff.ts';
import { type FoundStream, findStream, GoneError, load } from './instance-client.ts';
import { MediaStore } from './media-store.ts';
import type { MirrorOptions } from './mirror-options.ts';
import { MirrorServer } from './mirror-server.ts';
import { MirrorStop } from './mirror-stop.ts';
import { MirrorSwarm } from './mirror-swarm.ts';
import { mediaPlaylists, withRenditions } from './mirrored-playlist.ts';
import { PublishedPlaylists } from './published-playlists.ts';
import { RenditionFollower } from './rendition-follower.ts';

/** The renditions that an encoder sends. */
const SOURCE = ['video', 'audio'];
/** The number of attempts to find the presentation after the instance has started anew. */
const MAX_SEARCHES = 20;
/** Players get the end of the stream before the mirror stops. */
const LINGER_MS = 15_000;

export interface MirrorEvents {
  /** A line for the operator. */
  readonly log: (message: string) => void;
  /** The time for which the mirror keeps running after the stream has ended, in milliseconds. Default 15 s. */
  readonly lingerMs?: number;
}

export interface RunningMirror {
  readonly port: number;
  /** Connected peers. */
  readonly peers: () => number;
  /** Whether some rendition comes from peers, since the instance does not answer. */
  readonly isOriginAway: () => boolean;
  /** Rejects with a `MirrorStop` that says why the mirror has stopped. */
  readonly stopped: Promise<never>;
  close(): Promise<void>;
}

/** @throws MirrorStop */
export async function startMirror(options: MirrorOptions, events: MirrorEvents): Promise<RunningMirror> {
  const stream = await findStream(options);
  const server = await MirrorServer.listen(options.host, options.port);
  const mirror = new Mirror(options, events, server);
  const stopped = mirror.run(stream);
  // The caller may wait for it later.
  stopped.catch(() => undefined);
  return {
    port: server.port,
    peers: () => mirror.peers,
    isOriginAway: () => mirror.isOriginAway,
    stopped,
    async close() {
      mirror.close();
      await server.close();
    },
  };
}

class Mirror {
  readonly #options: MirrorOptions;
  readonly #events: MirrorEvents;
  readonly #server: MirrorServer;
  readonly #over = new AbortController();
  #swarm: MirrorSwarm | null = null;
  #hasWarned = false;
  #followers: readonly RenditionFollower[] = [];

  constructor(options: MirrorOptions, events: MirrorEvents, server: MirrorServer) {
    this.#options = options;
    this.#events = events;
    this.#server = server;
  }

  get peers(): number {
    return this.#swarm?.peers ?? 0;
  }

  get isOriginAway(): boolean {
    return this.#followers.some((follower) => follower.isOriginAway);
  }

  close(): void {
    this.#over.abort(new MirrorStop('The mirror was stopped.'));
    this.#swarm?.close();
  }

  async run(found: FoundStream): Promise<never> {
    let stream = found;
    try {
      for (;;) {
        const multivariant = await this.#findPresentation(stream);
        if (await this.#follow(stream, multivariant)) throw new MirrorStop('The stream has ended.');
        this.#events.log('The instance has started the stream anew.');
        stream = await this.#retry(() => findStream(this.#options));
      }
    } catch (error) {
      const { reason } = this.#over.signal;
      throw reason instanceof MirrorStop ? reason : error;
    } finally {
      this.close();
      await this.#server.close();
    }
  }

  async #findPresentation({ id }: FoundStream): Promise<string> {
    const url = `${this.#options.instance}/live/${id}/index.m3u8`;
    return this.#retry(async () => (await load(url, this.#over.signal)).text());
  }

  /** @returns whether the stream has ended; false where the instance has another presentation of it */
  async #follow({ id, key }: FoundStream, multivariant: string): Promise<boolean> {
    const { instance, renditions, memoryBytes, publicUrl } = this.#options;
    const wanted = [...SOURCE, ...renditions];
    const listed = mediaPlaylists(multivariant).map((uri) => uri.replace('.m3u8', '').split('/'));
    const [epoch = ''] = listed[0] ?? [];
    const names = listed.map(([, name = '']) => name).filter((name) => wanted.includes(name));
    if (names.length === 0) throw new MirrorStop('The stream has no rendition that can be mirrored.');
    const swarm = createHash('sha256').update(swarmName(id, epoch)).digest().subarray(0, SWARM_ID_BYTES);
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, this.#over.signal]);
    const peers = new MirrorSwarm({
      instance,
      streamId: id,
      swarm,
      key,
      publicUrl,
      notNamed: (address) => this.#notNamed(address),
      stopped: (reason) => this.#over.abort(new MirrorStop(reason)),
    });
    this.#swarm = peers;
    const store = new MediaStore(memoryBytes);
    const published = new PublishedPlaylists();
    const base = `${instance}/live/${id}/${epoch}/`;
    const warn = (message: string) => this.#events.log(message);
    this.#followers = names
      .filter((name) => renditionNumber(name) !== null)
      .map(
        (name) => new RenditionFollower({ base, name, key, swarm, peers, store, published, signal, warn }),
      );
    this.#server.serve({
      streamId: id,
      epoch,
      multivariant: withRenditions(multivariant, names),
      published,
      store,
    });
    try {
      await Promise.all(this.#followers.map((follower) => follower.run()));
      await delay(this.#events.lingerMs ?? LINGER_MS, undefined, { signal });
      return true;
    } catch (error) {
      if (!(error instanceof GoneError)) throw error;
      return false;
    } finally {
      over.abort();
      peers.close();
    }
  }

  #notNamed(publicUrl: string): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#events.log(
      `The instance does not tell viewers of ${publicUrl}. Its admin has to add it to MIRRORS. Peers are served as before.`,
    );
  }

  /** Repeats what the instance did not answer. @throws MirrorStop */
  async #retry<T>(attempt: () => Promise<T>): Promise<T> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (this.#over.signal.aborted || error instanceof MirrorStop) throw error;
        if (failures >= MAX_SEARCHES)
          throw new MirrorStop(
            `The instance has not answered ${MAX_SEARCHES} times in a row: ${error instanceof Error ? error.message : error}`,
          );
        await delay(backoffMs(failures), undefined, { signal: this.#over.signal });
      }
    }
  }
}
