import { chromium } from 'playwright-core';
import { findProgram, installByApt, isExecutable } from '../../apps/server/test/support/programs.ts';

/** The headless shell first, since the others also render browser windows that nobody sees. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/** For headless use as root, without background requests, and with autoplay. */
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

/** The path of CHROMIUM_PATH, an installed Chromium, or Playwright's own, in this order; null where there is none. */
export function findChromium(): string | null {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && given !== '') {
    if (!isExecutable(given)) throw new Error(`CHROMIUM_PATH is ${given}, which is not an executable file.`);
    return given;
  }
  const installed = findProgram(NAMES);
  if (installed !== null) return installed;
  const bundled = chromium.executablePath();
  return isExecutable(bundled) ? bundled : null;
}

/** Finds Chromium, or installs it where apt-get can be used. @throws Error with instructions where neither works */
export function ensureChromium(): string {
  const found = findChromium();
  if (found !== null) return found;
  // Older Debian releases do not package the headless shell.
  installByApt(['chromium-headless-shell', 'chromium']);
  const installed = findChromium();
  if (installed !== null) return installed;
  throw new Error(
    'The end-to-end tests need Chromium, which was not found. Install it (Debian: apt-get install chromium; elsewhere: npx playwright install chromium), or set CHROMIUM_PATH.',
  );
}
