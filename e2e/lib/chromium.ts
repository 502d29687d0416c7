import { chromium } from 'playwright-core';
import { findProgram, installByApt, isExecutable } from '../../apps/server/test/support/programs.ts';

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

/** CHROMIUM_PATH, an installed Chromium, Playwright's own; null where there is none. */
export function findChromium(): string | null {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && given !== '') {
    if (!isExecutable(given)) throw new Error(`CHROMIUM_PATH is ${given}, which cannot be run.`);
    return given;
  }
  const installed = findProgram(NAMES);
  if (installed !== null) return installed;
  const bundled = chromium.executablePath();
  return isExecutable(bundled) ? bundled : null;
}

/** Finds Chromium, or installs it where this is a Debian machine and we may. @throws Error saying what is lacking */
export function ensureChromium(): string {
  const found = findChromium();
  if (found !== null) return found;
  // Older releases have no package for the headless shell alone.
  installByApt(['chromium-headless-shell', 'chromium']);
  const installed = findChromium();
  if (installed !== null) return installed;
  throw new Error(
    'The end-to-end tests need Chromium and found none. Install it (Debian: apt-get install chromium; elsewhere: npx playwright install chromium), or set CHROMIUM_PATH.',
  );
}
