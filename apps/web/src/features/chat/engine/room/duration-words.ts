/** Durations of chats, such as slow mode, in the language of the page. */
import { numberFormat } from '@tributary/messages/format';
import { locale } from '@/lib/messages/language.ts';

const UNITS = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Formats a duration in the largest unit without a fraction: `12 seconds`, `1 hour`, `90 minutes`. */
export function durationInWords(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? UNITS[4];
  return numberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size);
}
