/** Durations in the sentences of the chat. */
import { type LocalizedText, localized } from '#platform/messages/index.ts';

const UNITS: readonly (readonly [seconds: number, text: (count: number) => LocalizedText])[] = [
  [604_800, (count) => localized('errors.duration.weeks', { count })],
  [86_400, (count) => localized('errors.duration.days', { count })],
  [3600, (count) => localized('errors.duration.hours', { count })],
  [60, (count) => localized('errors.duration.minutes', { count })],
];

/** The duration in the largest unit without a fraction: `12 seconds`, `1 hour`, `90 minutes`. */
export function durationText(seconds: number): LocalizedText {
  const [size, text] = UNITS.find(([unit]) => seconds >= unit && seconds % unit === 0) ?? [];
  if (size === undefined || text === undefined)
    return localized('errors.duration.seconds', { count: seconds });
  return text(seconds / size);
}
