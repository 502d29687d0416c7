import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { savesData } from './data-saving.ts';
import { likelyBandwidth, storeBandwidth } from './network-hints.ts';

const HOUR_MS = 60 * 60 * 1000;
const VISIT_MS = 1_700_000_000_000;

/** The media query that holds, and what the browser says of the network. */
function browser(query: string | null, connection: object = {}): void {
  vi.stubGlobal('matchMedia', (wanted: string) => ({ matches: wanted === query }));
  vi.stubGlobal('navigator', { connection });
}

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

afterEach(() => void vi.unstubAllGlobals());

it('saves data where the browser is set to, by either of its settings', () => {
  browser(null);
  expect(savesData()).toBe(false);
  browser('(prefers-reduced-data: reduce)');
  expect(savesData()).toBe(true);
  browser(null, { saveData: true });
  expect(savesData()).toBe(true);
});

it('begins with the bandwidth that was measured at the last visit, for a day', () => {
  browser(null);
  expect(likelyBandwidth(VISIT_MS)).toBeNull();
  storeBandwidth(1_234_567.8, VISIT_MS);
  expect(likelyBandwidth(VISIT_MS + 23 * HOUR_MS)).toBe(1_234_568);
  expect(likelyBandwidth(VISIT_MS + 25 * HOUR_MS)).toBeNull();
});

it('begins with what the browser says where nothing was measured, or storage holds something else', () => {
  browser(null, { downlink: 1.5 });
  for (const text of ['null', '[]', '{"bps":"fast","at":1}', '{']) {
    localStorage.setItem('bandwidth', text);
    expect(likelyBandwidth(VISIT_MS)).toBe(1_500_000);
  }
});

it('measures again at each visit where storage is forbidden', () => {
  browser(null);
  const forbid = () => {
    throw new DOMException('Storage is forbidden', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: forbid, setItem: forbid });
  storeBandwidth(1_000_000, VISIT_MS);
  expect(likelyBandwidth(VISIT_MS)).toBeNull();
});
