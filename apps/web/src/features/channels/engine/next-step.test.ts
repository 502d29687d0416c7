import type { StreamSettings } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { nextStep } from './next-step.ts';

const settings: StreamSettings = {
  title: 'A show',
  category: 'Music',
  tags: ['jazz'],
  isMature: false,
  thumbnailUrl: null,
};
const off = { live: false, warnings: 0, streamed: true, settings };

it('names what would help most', () => {
  expect(nextStep({ ...off, streamed: false })).toBe('go-live');
  expect(nextStep({ ...off, live: true, warnings: 2 })).toBe('mend-signal');
  expect(nextStep({ ...off, settings: { ...settings, tags: [] } })).toBe('add-tags');
  expect(nextStep({ ...off, live: true })).toBe('follow-signal');
  expect(nextStep(off)).toBe('go-live-again');
});
