import './styles/index.css';
import { loadChosen } from './lib/messages/choose-language.ts';

async function start(): Promise<void> {
  // Before the app, whose modules write texts when they are loaded.
  await Promise.all([parsed(), loadChosen()]);
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root element.');
  // Pages that the server has rendered with a player come with its script (preloads.json); no other waits for it.
  if (document.querySelector('[data-playback-url]')) await playFirst();
  // index.html preloads it, except where the first screen plays a stream.
  const [{ startApp }] = await Promise.all([import('./app/app.tsx'), styled()]);
  await startApp(root);
}

/** Without the player's script, the app starts, and reports what it cannot load. */
async function playFirst(): Promise<void> {
  const player = await import('./features/live/first-stream.ts').catch(() => null);
  await player?.playFirstStream();
}

/** This script is async, so that it need not wait for the styles, and may run before the page has been parsed. */
async function parsed(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }));
}

/** Components measure themselves when they are rendered. */
async function styled(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
  // Styles that could not be loaded must not keep the app away.
  if (!link || link.sheet || document.readyState === 'complete') return;
  await new Promise((resolve) => {
    for (const type of ['load', 'error']) link.addEventListener(type, resolve, { once: true });
    window.addEventListener('load', resolve, { once: true });
  });
}

// Not awaited at the top level: the app imports modules of this script, which would wait for each other.
void start();
