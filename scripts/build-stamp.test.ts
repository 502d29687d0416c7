import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { usesDeliveredBuild } from './build-stamp.ts';

const own = import.meta.filename;
const missing = `${import.meta.dirname}/no/such/main.js`;

function installationWithoutDevelopmentPackages(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-packages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it('builds with development dependencies, and uses a delivered build without them', () => {
  expect(usesDeliveredBuild(own)).toBe(false);
  expect(usesDeliveredBuild(own, installationWithoutDevelopmentPackages())).toBe(true);
});

it('names the missing build and the way to make it', () => {
  expect(() => usesDeliveredBuild(missing, installationWithoutDevelopmentPackages())).toThrow(
    'scripts/no/such/main.js is missing, and what builds it is not installed. Run npm ci',
  );
});
