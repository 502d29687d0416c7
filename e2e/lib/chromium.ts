import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

/** The one without windows first: beside each page, the others draw the frame of a window nobody sees. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/** What a headless Chromium needs to be quiet on a closed network, to play without a click, and as root. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** CHROMIUM_PATH, an installed Chromium, Playwright's own; null where there is none. */
export function findChromium(): string | null {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && given !== '') {
    if (!isExecutable(given)) throw new Error(`CHROMIUM_PATH is ${given}, which cannot be run.`);
    return given;
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  const installed = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  if (installed !== undefined) return installed;
  const bundled = chromium.executablePath();
  return isExecutable(bundled) ? bundled : null;
}

function installByApt(): void {
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  execFileSync('apt-get', ['update', '-qq'], options);
  const install = (name: string) => execFileSync('apt-get', ['install', '-y', '-qq', name], options);
  try {
    install('chromium-headless-shell');
  } catch {
    // Older releases do not part it from the whole.
    install('chromium');
  }
}

/** Finds Chromium, or installs it where this is a Debian machine and we may. @throws Error saying what is lacking */
export function ensureChromium(): string {
  const found = findChromium();
  if (found !== null) return found;
  if (process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get')) {
    process.stdout.write('No Chromium here: installing it with apt-get.\n');
    try {
      installByApt();
    } catch {
      // apt-get has said why; what is lacking is said below.
    }
  }
  const installed = findChromium();
  if (installed !== null) return installed;
  throw new Error(
    'The end-to-end tests need Chromium and found none. Install it (Debian: apt-get install chromium; elsewhere: npx playwright install chromium), or set CHROMIUM_PATH.',
  );
}
