import { EventEmitter } from 'node:events';
import type Hls from 'hls.js';
import { type ErrorData, Events, type Level } from 'hls.js';
import type { LevelSteering } from '../../src/features/live/engine/quality/level-steering.ts';
import type { HlsModule } from '../../src/features/live/engine/sources/hls-instance.ts';

interface Piece {
  readonly start?: number;
  readonly end: number;
  readonly gap?: boolean;
}

/** What a playlist says: whole segments of two seconds up to 12 s, unless a test says otherwise. */
const DETAILS = {
  fragments: [8, 10].map((start): Piece => ({ start, end: start + 2 })),
  fragmentHint: null as Piece | null,
  partList: [] as Piece[],
  partTarget: 1 / 3,
  targetduration: 2,
  startSN: 4,
  endSN: 5,
  lastPartSn: 6,
  endCC: 0,
};

/** The part of hls.js that chooses levels. It asks for the next level as hls.js does, and a test says when a playlist arrives. */
export class LadderHls extends EventEmitter {
  readonly levels: readonly Level[];
  readonly firstLevel: number;
  audioTracks: { readonly details: Pick<typeof DETAILS, 'endCC' | 'lastPartSn'> }[] = [];
  readonly audioTrack = 0;
  loadingEnabled = true;
  loadLevel: number;
  latestLevelDetails: typeof DETAILS | null = null;
  mainForwardBufferInfo = { len: 0.5, start: 8.5, end: 9 };
  #controller: { nextAutoLevel: number } | null = null;

  constructor(levels: readonly Level[], firstLevel: number) {
    super();
    this.levels = levels;
    this.firstLevel = firstLevel;
    this.loadLevel = firstLevel;
  }

  get asHls(): Hls {
    return this as unknown as Hls;
  }

  readonly module = { Events } as unknown as HlsModule;

  /** Creates the controller of `steering` as hls.js does. */
  steerBy(steering: LevelSteering): void {
    class AbrController {
      readonly hls: LadderHls;
      constructor(hls: LadderHls) {
        this.hls = hls;
      }
    }
    const module = { default: { DefaultConfig: { abrController: AbrController } } } as unknown as HlsModule;
    const { abrController: Controller } = steering.configFor(module);
    this.#controller = new Controller(this.asHls);
  }

  get nextLoadLevel(): number {
    return this.#controller?.nextAutoLevel ?? -1;
  }

  set nextLoadLevel(level: number) {
    this.loadLevel = level;
    if (this.#controller) this.#controller.nextAutoLevel = level;
  }

  /** hls.js loads a level, and its playlist arrives. */
  loadPlaylist(level: number, details: Partial<typeof DETAILS> = {}): void {
    this.loadLevel = level;
    this.latestLevelDetails = { ...DETAILS, ...details };
    this.emit(Events.LEVEL_UPDATED, Events.LEVEL_UPDATED, { level, details: this.latestLevelDetails });
  }

  /** hls.js begins to load a segment or part of the video. */
  loadFragment(level: number): { readonly aborts: number } {
    const frag = {
      type: 'main',
      level,
      aborts: 0,
      abortRequests() {
        this.aborts += 1;
      },
    };
    this.emit(Events.FRAG_LOADING, Events.FRAG_LOADING, { frag });
    return frag;
  }

  errorOf(error: object): ErrorData {
    return error as ErrorData;
  }
}
