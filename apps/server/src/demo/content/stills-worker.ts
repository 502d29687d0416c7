/** The worker process that renders missing stills into the directory given as its argument. */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { SCENES, type SceneName } from '@tributary/demo-content/scenes';
import { renderStills } from './render-stills.ts';

process.on('disconnect', () => process.exit());
setPriority(constants.priority.PRIORITY_LOW);
const [directory = '.'] = process.argv.slice(2);
mkdirSync(directory, { recursive: true });
for (const name of Object.keys(SCENES) as SceneName[]) {
  if (existsSync(join(directory, `${name}-poster.webp`))) continue;
  // The poster is written last, so if it exists, the others do too.
  for (const [file, bytes] of [...renderStills(name)].reverse()) {
    const path = join(directory, `${name}-${file}`);
    writeFileSync(`${path}.partial`, bytes);
    renameSync(`${path}.partial`, path);
  }
  // The event loop frees the canvases.
  await setImmediate();
}
process.disconnect?.();
