import { expect, it } from 'vitest';
import { actionLabel, detailLines } from './audit-words.ts';

it('lists the reason first, then what changed', () => {
  const details = {
    reason: 'Spam',
    before: { recordingsEnabled: true, tagline: '' },
    after: { recordingsEnabled: false, tagline: 'Hello' },
  };
  expect(detailLines({ details })).toEqual([
    'Spam',
    'recordingsEnabled: on → off',
    'tagline: nothing → Hello',
  ]);
  expect(detailLines({ details: { after: { role: 'admin' } } })).toEqual(['role: admin']);
  expect(detailLines({ details: { after: { until: null } } })).toEqual([]);
  expect(detailLines({ details: {} })).toEqual([]);
});

it('shows an unknown action by its code', () => {
  expect(actionLabel('user.banned')).toBe('Banned');
  expect(actionLabel('user.sainted')).toBe('user.sainted');
});
