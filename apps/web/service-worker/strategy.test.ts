import { expect, it } from 'vitest';
import { strategyFor } from './strategy.ts';

const ORIGIN = 'https://live.example.org';
const FILES = new Set(['/theme.js', '/offline.html']);
const asked = (url: string, mode = 'cors', method = 'GET') =>
  strategyFor({ method, mode, url: new URL(url, ORIGIN).href }, ORIGIN, FILES);

it.each([
  ['/', 'page'],
  ['/discover?category=music', 'page'],
  ['/dashboard/viewer', 'page'],
  ['/api/me/export', 'network'],
  ['/live/abc/index.m3u8', 'network'],
  ['/recordings/abc/index.m3u8', 'network'],
  ['/feed.xml', 'network'],
  ['https://elsewhere.example/', 'network'],
] as const)('handles a navigation to %s as %s', (url, strategy) => {
  expect(asked(url, 'navigate')).toBe(strategy);
});

it.each([
  ['/assets/app-Bx1.js', 'asset'],
  ['/theme.js', 'file'],
  ['/api/me', 'network'],
  ['/api/streams/featured', 'network'],
  ['/live/abc/seg1.m4s', 'network'],
  ['/recordings/abc/index.m3u8', 'network'],
  ['/pictures/a.webp', 'network'],
  ['/thumbnails/a.jpg', 'network'],
  ['/', 'network'],
  ['https://elsewhere.example/assets/app-Bx1.js', 'network'],
] as const)('handles a page’s request for %s as %s', (url, strategy) => {
  expect(asked(url)).toBe(strategy);
});

it('never caches requests that change data', () => {
  expect(asked('/assets/app-Bx1.js', 'cors', 'POST')).toBe('network');
  expect(asked('/login', 'navigate', 'POST')).toBe('network');
});
