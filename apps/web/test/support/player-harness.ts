import { LivePlayer } from '../../src/features/live/engine/live/player.ts';
import type { PlayerOptions, PlayerSnapshot } from '../../src/features/live/engine/live/player-types.ts';
import { FakeVideo } from './fake-video.ts';
import { ScriptedClock, ScriptedNetwork } from './scripted-environment.ts';
import { ScriptedSource, ScriptedStream } from './scripted-source.ts';

export const URL_A = '/live/a/index.m3u8';
export const URL_B = '/live/b/index.m3u8';

/** A player in a scripted browser. */
export class PlayerHarness {
  readonly clock = new ScriptedClock();
  readonly network = new ScriptedNetwork(this.clock);
  readonly video = new FakeVideo();
  readonly stream = new ScriptedStream();
  /** Every source that was opened, in order. */
  readonly sources: ScriptedSource[] = [];
  /** Called with each source as it is opened. */
  onOpen: (source: ScriptedSource) => void = () => {};
  /** Opening a source fails, as where the player code cannot be fetched. */
  openingFails = false;
  /** Sources finish opening once this has resolved. */
  opening: Promise<void> = Promise.resolve();
  /** How often a frame was held. */
  framesHeld = 0;
  readonly player: LivePlayer;

  constructor(options: Partial<PlayerOptions> = {}) {
    this.clock.onElapse = (ms) => {
      this.stream.elapse(ms);
      this.sources.at(-1)?.elapse();
      this.video.elapse(ms);
    };
    this.player = new LivePlayer({
      video: this.video,
      environment: { clock: this.clock, network: this.network },
      openSource: async (url, events) => {
        const source = new ScriptedSource(url, events, this.stream, this.video, this.clock);
        this.sources.push(source);
        this.onOpen(source);
        await this.opening;
        if (this.openingFails) throw new Error('The player code could not be fetched');
        return source;
      },
      holdFrame: () => {
        this.framesHeld += 1;
      },
      ...options,
    });
  }

  get snapshot(): PlayerSnapshot {
    return this.player.store.get();
  }

  get state(): PlayerSnapshot['state'] {
    return this.snapshot.state;
  }

  /** The source opened last. */
  get source(): ScriptedSource {
    const source = this.sources.at(-1);
    if (!source) throw new Error('The player has opened no source');
    return source;
  }

  /** Lets time pass. */
  seconds(seconds: number): Promise<void> {
    return this.clock.advance(seconds * 1000);
  }

  /** Loads a stream and plays it for two seconds. */
  async startPlaying(url = URL_A): Promise<void> {
    this.player.load(url);
    await this.seconds(2);
  }
}
