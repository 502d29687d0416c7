import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, ensureChromium } from './e2e/lib/chromium.ts';

/**
 * Takes a tenth of a browser's CPU off loading pages: no process for the network, and no optimizing compilers, which
 * cost more than scripts gain that run for seconds. The first feature is Playwright's, whose list this one replaces.
 */
const CHEAP_CHROMIUM_ARGS = [
  '--enable-features=CDPScreenshotNewSurface,NetworkServiceInProcess2',
  '--js-flags=--no-maglev,--no-turbofan',
];

/** The files that watch how video plays, in Chromium as viewers have it. */
const VIDEO = /\/(?:live|player|quality|recording-quality|recordings|ultra-low-delay)\.spec\.ts$/;
const executablePath = ensureChromium();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/lib/prepared-data.ts',
  // Each file starts an instance of its own. Nothing here measures speed, so two may share the machine; three make
  // each other slower by as much.
  workers: 2,
  // A loaded CI machine gets one more try; the report then says "flaky", which needs a fix.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: process.env.CI ? [['list'], ['json', { outputFile: '.cache/e2e.json' }]] : 'list',
  use: {
    browserName: 'chromium',
    headless: true,
    // What a service worker answers cannot be intercepted; the file that tests ours lets it in.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'video', testMatch: VIDEO, use: { launchOptions: { executablePath, args: CHROMIUM_ARGS } } },
    {
      name: 'pages',
      testIgnore: VIDEO,
      use: { launchOptions: { executablePath, args: [...CHROMIUM_ARGS, ...CHEAP_CHROMIUM_ARGS] } },
    },
  ],
});
