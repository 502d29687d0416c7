import type { Preferences } from '@tributary/contracts/preferences';
import { expect, it } from 'vitest';
import { withChanges } from './with-changes.ts';

const ways = { inApp: true, webPush: true, mail: false };
const raids = { key: 'raid', label: 'A channel raids you', ...ways };
const other = { key: 'other', label: 'Account updates', ...ways };
const now: Preferences = {
  playback: { autoplay: true, lowData: false, sharing: null },
  notifications: [raids, other],
  theme: 'dark',
  language: null,
  historyPaused: false,
};

it('changes only the given fields, where null is a value', () => {
  const changed = withChanges(now, {
    theme: null,
    playback: { autoplay: false, lowData: undefined },
    notifications: { other: { mail: true } },
    historyPaused: true,
  });
  expect(changed).toEqual({
    ...now,
    theme: null,
    historyPaused: true,
    playback: { autoplay: false, lowData: false, sharing: null },
    notifications: [raids, { ...other, mail: true }],
  });
});
