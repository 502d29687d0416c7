/** Dates and durations in texts, formatted for the language of the reader. */
import { dateFormat, numberFormat } from '@tributary/messages/format';
import { localeOf, SOURCE_LANGUAGE } from '@tributary/messages/languages';
import type { WriteValue } from './texts.ts';

/** @param options have a time zone, since that of the server means nothing to the reader */
export const dateText =
  (at: Date, options: Intl.DateTimeFormatOptions & { readonly timeZone: string }): WriteValue =>
  (language) =>
    dateFormat(localeOf(language), options).format(at);

/** `2026-11-26` in English, and `26. November 2026` in German, in UTC. */
export const dayText =
  (at: Date): WriteValue =>
  (language) =>
    language === SOURCE_LANGUAGE
      ? at.toISOString().slice(0, 10)
      : dateText(at, { dateStyle: 'long', timeZone: 'UTC' })(language);

/** `2026-11-26 14:00 (UTC)` in English, and `26. November 2026 um 14:00 (UTC)` in German. */
export const momentText =
  (at: Date): WriteValue =>
  (language) => {
    if (language === SOURCE_LANGUAGE) return `${at.toISOString().slice(0, 16).replace('T', ' ')} (UTC)`;
    return `${dateText(at, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })(language)} (UTC)`;
  };

const UNITS = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A duration in the largest unit without a fraction: `12 seconds`, `1 hour`, `90 Minuten`. */
export const durationText =
  (seconds: number): WriteValue =>
  (language) => {
    const [unit, size] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? UNITS[4];
    return numberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'long' }).format(
      seconds / size,
    );
  };
