import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { releaseChangelog } from './changelog.ts';
import { releaseLock, releaseManifest } from './manifests.ts';

const read = (path: string) => readFile(join(import.meta.dirname, '../..', path), 'utf8');
const CHANGELOG = '# Changelog\n\n## Unreleased\n\n- A change\n\n## 1.0.0\n\n- The first\n';

describe('a release', () => {
  it('moves what is unreleased below the new version, and leaves an empty section above it', () => {
    expect(releaseChangelog(CHANGELOG, '1.1.0', '2030-01-02')).toBe(
      '# Changelog\n\n## Unreleased\n\n## 1.1.0: 2030-01-02\n\n- A change\n\n## 1.0.0\n\n- The first\n',
    );
  });

  it('is refused without changes, and with a version that exists', () => {
    const released = releaseChangelog(CHANGELOG, '1.1.0', '2030-01-02');
    expect(() => releaseChangelog(released, '1.2.0', '2030-01-03')).toThrow('lists no changes');
    expect(() => releaseChangelog(CHANGELOG, '1.0.0', '2030-01-03')).toThrow('has the version 1.0.0 already');
  });

  it('sets the version of the workspaces and of what they depend on, and nothing else', async () => {
    const before = await read('apps/server/package.json');
    const after = releaseManifest(before, '99.0.0');
    const changed = after.split('\n').filter((line, index) => line !== before.split('\n')[index]);
    expect(changed).toEqual([
      '  "version": "99.0.0",',
      '    "@tributary/contracts": "99.0.0",',
      '    "@tributary/demo-content": "99.0.0",',
      '    "@tributary/messages": "99.0.0",',
      '    "@tributary/swarm": "99.0.0",',
    ]);
    expect(() => releaseManifest(before, '0.0.1')).toThrow(/0\.0\.1 does not follow/);
  });

  it('changes the lock file in the same places only', async () => {
    const before = await read('package-lock.json');
    const after = releaseLock(before, '99.0.0', ['', 'apps/server']);
    const old = before.split('\n');
    expect(after.split('\n')).toHaveLength(old.length);
    const changed = after.split('\n').filter((line, index) => line !== old[index]);
    expect(changed.every((line) => line.includes('"99.0.0"'))).toBe(true);
    expect(changed).toHaveLength(7);
  });
});
