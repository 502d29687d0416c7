/** The clips of the demo channels. Opened before the database is ready, so that the first channel starts soon. */
import { join } from 'node:path';
import { PEOPLE } from '@tributary/demo-content/people';
import type { SceneName } from '@tributary/demo-content/scenes';
import type { DiskSpace } from '#platform/disk/index.ts';
import type { Clip } from './content/clip.ts';
import { openClipLibrary } from './content/clip-library.ts';
import type { DemoLog } from './index.ts';

type OnReady = (name: SceneName, clip: Clip) => void;

export interface DemoClips {
  /** The number of clips, ready or not. */
  readonly count: number;
  /** Resolves when every clip is ready or given up; never rejects. */
  readonly finished: Promise<void>;
  /** Passes on each clip as soon as it is ready. */
  take(onReady: OnReady): void;
  /** Stops rendering. */
  close(): Promise<void>;
}

/**
 * Resolves when rendering of the first missing clip has started.
 * @param dataDir the instance's data directory; the demo uses `demo/` in it @param count at most 16
 */
export async function openDemoClips(
  dataDir: string,
  count: number,
  diskSpace: Pick<DiskSpace, 'isLow' | 'whenFree'>,
  log: DemoLog,
): Promise<DemoClips> {
  const waiting = new Map<SceneName, Clip>();
  let onReady: OnReady = (name, clip) => void waiting.set(name, clip);
  const library = await openClipLibrary({
    directory: join(dataDir, 'demo', 'clips'),
    names: PEOPLE.slice(0, count).map(({ scene }) => scene),
    log,
    diskSpace,
    onReady: (name, clip) => onReady(name, clip),
  });
  return {
    count,
    finished: library.finished,
    take(given) {
      onReady = given;
      for (const [name, clip] of waiting) given(name, clip);
      waiting.clear();
    },
    close: () => library.close(),
  };
}
