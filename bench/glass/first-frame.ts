/** The time to the first frame of a stream: of its page, of a bare hls.js page, and after a click on its card. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';

const VIEWPORT = { width: 1280, height: 720 };
/** How long somebody looks at a page before they move the pointer, and rests it on a link before the click. */
const LOOK_MS = 1_000;
const HOVER_MS = 150;
const DEADLINE_MS = 60_000;

export interface BarePage extends AsyncDisposable {
  /** The URL of a page that does nothing but play `playbackUrl` with hls.js. */
  urlFor(playbackUrl: string): string;
}

/** Serves a page with hls.js, a video element and three lines of script: the least that can play a stream. */
export async function serveBarePage(): Promise<BarePage> {
  const hls = await readFile(fileURLToPath(import.meta.resolve('hls.js/dist/hls.min.js')));
  const server = createServer((request, response) => {
    if (request.url === '/hls.js') {
      response.setHeader('content-type', 'text/javascript').end(hls);
      return;
    }
    const playbackUrl = new URL(request.url ?? '/', 'http://bare').searchParams.get('play') ?? '';
    response.setHeader('content-type', 'text/html').end(`<!doctype html>
<div data-player><video muted playsinline style="width:100%"></video></div>
<script src="/hls.js"></script>
<script>
const video = document.querySelector('video');
const hls = new Hls();
hls.loadSource(${JSON.stringify(playbackUrl)});
hls.attachMedia(video);
video.play();
</script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlFor: (playbackUrl) => `http://localhost:${port}/?play=${encodeURIComponent(playbackUrl)}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Notes when the first frame of a player is displayed, and when the first click happens. */
async function watchFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const note = (name: string, ms: number) => {
      if (Reflect.get(globalThis, name) === undefined) Reflect.set(globalThis, name, ms);
    };
    const watch = () => {
      const video = document.querySelector<HTMLVideoElement>('[data-player] video');
      if (video === null) return;
      observer.disconnect();
      video.requestVideoFrameCallback((now) => note('firstFrameMs', now));
    };
    const observer = new MutationObserver(watch);
    observer.observe(document, { childList: true, subtree: true });
    addEventListener('click', () => note('clickedMs', performance.now()), { capture: true });
  });
}

async function readNote(page: Page, name: string): Promise<number> {
  const handle = await page.waitForFunction((key) => Reflect.get(globalThis, key), name, {
    timeout: DEADLINE_MS,
    polling: 100,
  });
  return Number(await handle.jsonValue());
}

/** Milliseconds from navigation to the first displayed frame, in a new profile with an empty cache. */
export async function measureOpening(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    const page = await context.newPage();
    await watchFrames(page);
    await page.goto(url, { waitUntil: 'commit' });
    return await readNote(page, 'firstFrameMs');
  } finally {
    await context.close();
  }
}

/** Milliseconds from a click on a stream's card on Discover to the first displayed frame of its page. */
export async function measureClick(browser: Browser, origin: string, path: string): Promise<number> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    const page = await context.newPage();
    await watchFrames(page);
    await page.goto(`${origin}/discover`);
    const link = page.locator(`main a[href^="${path}"]`).first();
    await link.waitFor();
    await page.waitForTimeout(LOOK_MS);
    await link.hover();
    await page.waitForTimeout(HOVER_MS);
    await link.click();
    const firstFrameMs = await readNote(page, 'firstFrameMs');
    return firstFrameMs - (await readNote(page, 'clickedMs'));
  } finally {
    await context.close();
  }
}
