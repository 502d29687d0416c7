import { expect, it } from 'vitest';
import { formatShare, isMeaningful } from './share.ts';

const GB = 1e9;

it('states a share of nothing as 0 %', () => {
  expect(formatShare({ fromPeers: 0, fromOrigin: 0 })).toBe('0%');
});

it('states the share of media that came from other viewers', () => {
  expect(formatShare({ fromPeers: 3 * GB, fromOrigin: GB })).toBe('75%');
});

it('tells visitors of Home only of a share that is worth a sentence', () => {
  expect(isMeaningful({ fromPeers: 0, fromOrigin: 0 })).toBe(false);
  expect(isMeaningful({ fromPeers: 0.9 * GB, fromOrigin: 0 })).toBe(false);
  expect(isMeaningful({ fromPeers: GB, fromOrigin: 100 * GB })).toBe(false);
  expect(isMeaningful({ fromPeers: GB, fromOrigin: 9 * GB })).toBe(true);
});
