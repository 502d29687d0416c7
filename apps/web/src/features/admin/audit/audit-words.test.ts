import { expect, it } from 'vitest';
import { actionLabel, detailLines } from './audit-words.ts';

it('lists the reason first, then what changed', () => {
  const details = {
    reason: 'Spam',
    before: { recordingsEnabled: true, tagline: '' },
    after: { recordingsEnabled: false, tagline: 'Hello' },
  };
  expect(detailLines({ details })).toEqual(['Spam', 'Record streams: on → off', 'Tagline: nothing → Hello']);
  expect(detailLines({ details: { after: { role: 'admin' } } })).toEqual(['Role: admin']);
  expect(detailLines({ details: { after: { until: null } } })).toEqual([]);
  expect(detailLines({ details: {} })).toEqual([]);
});

it('shows amounts as admins enter them, lists by their parts, and no ids', () => {
  const details = {
    before: { platformFeeBasisPoints: 1000, languages: ['en', 'de'] },
    after: {
      platformFeeBasisPoints: 250,
      languages: ['en'],
      channelId: '01a1fd32-3496-72ab-be7b-498343729081',
    },
  };
  expect(detailLines({ details })).toEqual(['Platform fee: 10 → 2.5', 'Languages: en, de → en']);
});

it('shows an unknown action by its code', () => {
  expect(actionLabel('user.banned')).toBe('Banned');
  expect(actionLabel('user.sainted')).toBe('user.sainted');
});
