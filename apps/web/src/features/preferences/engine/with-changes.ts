import type { Preferences, PreferencesEdit } from '@tributary/contracts/preferences';

/** Drops undefined fields, which mean "unchanged". */
function given<T extends object>(fields: T | undefined): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** The preferences after applying these changes. */
export function withChanges(
  now: Preferences,
  { playback, notifications, ...rest }: PreferencesEdit,
): Preferences {
  return {
    ...now,
    ...given(rest),
    playback: { ...now.playback, ...given(playback) },
    notifications: now.notifications.map((one) => ({ ...one, ...given(notifications?.[one.key]) })),
  };
}
