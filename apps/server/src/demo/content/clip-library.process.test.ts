import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SceneName } from '@tributary/demo-content/scenes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AAC_TRACK, VIDEO_TRACK } from '../../../test/support/packager/units.ts';
import { type Clip, writeClip } from './clip.ts';
import { CONTENT_VERSION, openClipLibrary } from './clip-library.ts';

const NAMES: SceneName[] = ['reef', 'city', 'piano'];

const CLIP: Clip = {
  duration: 90_000,
  tracks: { video: { ...VIDEO_TRACK, frameRate: 24 }, audio: AAC_TRACK },
  units: [{ kind: 'video', dts: 0, pts: 0, keyframe: true, payload: Uint8Array.of(1, 2, 3) }],
};

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tributary-clips-'));
  await writeFile(join(directory, 'whole.clip'), writeClip(CLIP));
});
afterEach(() => rm(directory, { recursive: true }));

const fileOf = (name: string) => join(directory, `v${CONTENT_VERSION}`, `${name}.clip`);

/** Opens the library with a worker whose answer to `task` is `body`, and waits until it is finished. */
async function run(body: string, diskSpace = { isLow: false, whenFree: async () => {} }) {
  const worker = join(directory, 'worker.mjs');
  await writeFile(
    worker,
    `import { appendFileSync, copyFileSync, mkdirSync } from 'node:fs';
    import { dirname } from 'node:path';
    const whole = ${JSON.stringify(join(directory, 'whole.clip'))};
    const done = (task, failure = null) => process.send({ name: task.name, failure });
    const render = (task) => { mkdirSync(dirname(task.path), { recursive: true }); copyFileSync(whole, task.path); done(task); };
    process.on('message', (task) => { appendFileSync(${JSON.stringify(join(directory, 'asked'))}, task.name + ' '); ${body} });`,
  );
  const ready: SceneName[] = [];
  const warnings: string[] = [];
  const library = await openClipLibrary({
    directory,
    names: NAMES,
    worker,
    diskSpace,
    log: { info() {}, warn: (_fields, message) => warnings.push(message) },
    onReady: (name) => ready.push(name),
  });
  await library.finished;
  await library.close();
  const asked = await readFile(join(directory, 'asked'), 'utf8').catch(() => '');
  await rm(join(directory, 'asked'), { force: true });
  return { ready, warnings, asked: asked.trim().split(' ').filter(Boolean) };
}

describe('openClipLibrary', () => {
  it('renders nothing while disk space is low, and everything once there is enough', async () => {
    const diskSpace = {
      isLow: true,
      whenFree: async () => {
        diskSpace.isLow = false;
      },
    };
    expect((await run('render(task)', diskSpace)).ready).toEqual(expect.arrayContaining(NAMES));
  });

  it('renders missing clips once, and removes those of other versions', async () => {
    await mkdir(join(directory, 'v0'));
    const first = await run('render(task);');
    expect(first.ready.sort()).toEqual([...NAMES].sort());
    expect(await readdir(directory)).not.toContain('v0');
    const second = await run('render(task);');
    expect(second.ready).toEqual(NAMES);
    expect(second.asked).toEqual([]);
  });

  it('renders all clips in one process, one at a time', async () => {
    const { asked } = await run(
      `appendFileSync(${JSON.stringify(join(directory, 'asked'))}, process.pid + ' '); render(task);`,
    );
    const [first, ...rest] = asked.filter((word) => /^\d+$/.test(word));
    expect(rest).toEqual([first, first]);
    expect(asked.filter((word) => word !== first)).toEqual(NAMES);
  });

  it('renders a damaged clip again', async () => {
    await run('render(task);');
    await writeFile(fileOf('city'), (await readFile(fileOf('city'))).subarray(0, 60));
    const again = await run('render(task);');
    expect(again.asked).toEqual(['city']);
    expect(again.ready.sort()).toEqual([...NAMES].sort());
  });

  it('gives up a clip whose worker dies twice, and renders the others', async () => {
    const { ready, warnings, asked } = await run(
      "task.name === 'city' ? process.kill(process.pid, 'SIGKILL') : render(task);",
    );
    expect(ready.sort()).toEqual(['piano', 'reef']);
    expect(asked.filter((name) => name === 'city')).toHaveLength(2);
    expect(warnings).toHaveLength(1);
  });

  it('stops with one warning when the disk is full', async () => {
    const { ready, warnings } = await run(
      "done(task, { code: 'ENOSPC', message: 'no space left on device' });",
    );
    expect(ready).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('disk is full')]);
  });
});
