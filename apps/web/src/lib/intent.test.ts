import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HOUR_MS } from './format/durations.ts';
import { rememberIntent, takeIntent } from './intent.ts';

const NOW = 1_800_000_000_000;

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('returns an intent once, and only for the action that was intended', () => {
  rememberIntent('follow a', NOW);
  expect(takeIntent('follow b', NOW)).toBe(false);
  expect(takeIntent('follow a', NOW + HOUR_MS - 1)).toBe(true);
  expect(takeIntent('follow a', NOW)).toBe(false);
});

it('forgets an intent after an hour', () => {
  rememberIntent('follow a', NOW);
  expect(takeIntent('follow a', NOW + HOUR_MS)).toBe(false);
});

it('remembers only the last intent', () => {
  rememberIntent('follow a', NOW);
  rememberIntent('save b', NOW);
  expect(takeIntent('follow a', NOW)).toBe(false);
  expect(takeIntent('save b', NOW)).toBe(true);
});

it('has no intent if storage is blocked or contains something else', () => {
  localStorage.setItem('intent', 'not JSON');
  expect(takeIntent('follow a', NOW)).toBe(false);
  vi.stubGlobal('localStorage', undefined);
  rememberIntent('follow a', NOW);
  expect(takeIntent('follow a', NOW)).toBe(false);
});
