/** The demo's clips, made or read from before the database is up: somebody waits for the first one. */
import { join } from 'node:path';
import type { DiskRoom } from '#platform/disk/index.ts';
import type { Clip } from './content/clip.ts';
import { openClipLibrary } from './content/library.ts';
import type { SceneName } from './content/scenes/index.ts';
import type { DemoLog } from './index.ts';
import { PEOPLE } from './people.ts';

type Taker = (name: SceneName, clip: Clip) => void;

export interface DemoClips {
  /** How many there are to be. */
  readonly count: number;
  /** Gives `taker` what is ready now, then the others as they become ready. */
  take(taker: Taker): void;
  /** Stops rendering. */
  close(): Promise<void>;
}

/**
 * Resolves when the first of those to be made is being made.
 * @param dataDir the instance's; the demo keeps to `demo/` in it @param count at most 16 @param room of its disk
 */
export async function openDemoClips(
  dataDir: string,
  count: number,
  room: Pick<DiskRoom, 'isLow' | 'whenFree'>,
  log: DemoLog,
): Promise<DemoClips> {
  const waiting = new Map<SceneName, Clip>();
  let taker: Taker = (name, clip) => void waiting.set(name, clip);
  const library = await openClipLibrary({
    directory: join(dataDir, 'demo', 'clips'),
    names: PEOPLE.slice(0, count).map(({ scene }) => scene),
    log,
    room,
    onReady: (name, clip) => taker(name, clip),
  });
  return {
    count,
    take(given) {
      taker = given;
      for (const [name, clip] of waiting) given(name, clip);
      waiting.clear();
    },
    close: () => library.close(),
  };
}
