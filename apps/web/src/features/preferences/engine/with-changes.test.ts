import { NOTIFICATION_TYPES, type Preferences } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { withChanges } from './with-changes.ts';

const ways = { inApp: true, webPush: true, mail: false };
const now: Preferences = {
  playback: { autoplay: true, lowData: false, maxHeight: 720 },
  notifications: Object.fromEntries(
    NOTIFICATION_TYPES.map((type) => [type, ways]),
  ) as Preferences['notifications'],
  theme: null,
  historyPaused: false,
};

it('changes only the given fields, where null is a value', () => {
  const changed = withChanges(now, {
    playback: { maxHeight: null, lowData: undefined },
    notifications: { other: { mail: true } },
    historyPaused: true,
  });
  expect(changed).toEqual({
    ...now,
    historyPaused: true,
    playback: { autoplay: true, lowData: false, maxHeight: null },
    notifications: { ...now.notifications, other: { ...ways, mail: true } },
  });
});
