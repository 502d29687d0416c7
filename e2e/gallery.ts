/**
 * Writes pictures of every screen to a folder: at three widths, in both themes, in English, German and Arabic.
 *
 *   npm run gallery -- [--screen home]... [--language ar]... [--width 390]... [--theme dark]...
 *                      [--output .cache/gallery] [--channels 4]
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, ensureChromium } from './lib/chromium.ts';
import { type Demo, resolvePath, startDemo } from './lib/gallery/demo.ts';
import {
  choose,
  chooseSubjects,
  fileName,
  LANGUAGES,
  type Onlooker,
  type Subject,
  THEMES,
  WIDTHS,
} from './lib/gallery/pictures.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** A live stream keeps requesting; its page is shown after as long. */
const SETTLE_MS = 5_000;
/** The height of a window, where a page is not longer. */
const HEIGHT = 900;
/** The greatest height of a picture. Higher ones take long to make and are hard to look at. */
const MAX_HEIGHT = 6_000;

const { values } = parseArgs({
  options: {
    screen: { type: 'string', multiple: true },
    language: { type: 'string', multiple: true },
    width: { type: 'string', multiple: true },
    theme: { type: 'string', multiple: true },
    output: { type: 'string', default: join(ROOT, '.cache/gallery') },
    channels: { type: 'string', default: '4' },
  },
});
const subjects = chooseSubjects(values.screen);
const languages = choose(LANGUAGES, values.language);
const widths = choose(WIDTHS, values.width);
const themes = choose(THEMES, values.theme);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const failures: string[] = [];

/** A window whose visitor reads a language, signed in as the onlooker. */
async function openContext(
  browser: Browser,
  { instance, accounts }: Demo,
  onlooker: Onlooker,
  language: string,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: language,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  if (onlooker === 'visitor') return context;
  const answer = await context.request.post(`${instance.url}/api/auth/sign-in/email`, {
    data: accounts[onlooker],
    headers: { origin: instance.url },
  });
  if (!answer.ok()) throw new Error(`The ${onlooker} could not sign in: ${await answer.text()}`);
  return context;
}

/** Takes all pictures of a screen in one language. Each width loads the page, since some layouts are chosen then. */
async function takePictures(page: Page, { name }: Subject, url: string, language: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.goto(url);
    await page.locator('h1').first().waitFor({ state: 'attached' });
    // The page of a language that the product does not offer stays in another.
    await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle', { timeout: SETTLE_MS }).catch(() => undefined);
    const cut = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    if (cut > 0) failures.push(`${name}, ${language}: ${cut} px wider than a window of ${width} px`);
    // A window as high as the page: in a longer picture, bars at the bottom of the window would cover the middle.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height: Math.min(MAX_HEIGHT, Math.max(HEIGHT, height)) });
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      await page.screenshot({
        path: join(values.output, fileName(name, width, theme, language)),
        animations: 'disabled',
      });
    }
  }
}

async function takeAll(browser: Browser, demo: Demo): Promise<void> {
  const onlookers = new Set(subjects.map(({ onlooker }) => onlooker));
  for (const language of languages) {
    for (const onlooker of onlookers) {
      const context = await openContext(browser, demo, onlooker, language);
      for (const subject of subjects.filter((one) => one.onlooker === onlooker)) {
        // A page for each screen, so that listeners and players of the last one are gone.
        const page = await context.newPage();
        try {
          const path = await resolvePath(subject.path, demo, context.request);
          await takePictures(page, subject, demo.instance.url + path, language);
          print(`${subject.name}, ${language}`);
        } catch (error) {
          failures.push(`${subject.name}, ${language}: ${error instanceof Error ? error.message : error}`);
        }
        await page.close();
      }
      await context.close();
    }
  }
}

await mkdir(values.output, { recursive: true });
const demo = await startDemo(join(ROOT, '.cache/gallery-instance'), Number(values.channels));
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
try {
  await takeAll(browser, demo);
} finally {
  await browser.close();
  await demo.instance[Symbol.asyncDispose]();
}
for (const failure of failures) print(`Failed: ${failure}`);
print(`Pictures of ${subjects.length} screens are in ${values.output}.`);
process.exit(failures.length > 0 ? 1 : 0);
