/** Positions in media and times relative to now, in the language of the page. */

import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';

/** Formats seconds as a clock: `0:07`, `12:04`, `3:09:41`. */
export function formatClock(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(total % 60)}` : `${minutes}:${two(total % 60)}`;
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** `Just now`, `5 minutes ago`, `1 day ago` (spec section 2). `now` is in milliseconds. */
export function formatRelative(iso: string, now: number = Date.now()): string {
  const seconds = (now - Date.parse(iso)) / 1000;
  for (const [unit, length] of UNITS) {
    if (seconds < length) continue;
    // 'always' writes "1 day ago" instead of "yesterday" (spec section 2).
    const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'always' });
    return format.format(-Math.floor(seconds / length), unit);
  }
  return t('lib.time.justNow');
}

/** `just now`, `5 minutes ago`: a relative time inside a sentence. */
export function formatRelativeInSentence(iso: string, now?: number): string {
  const [first = '', ...rest] = formatRelative(iso, now);
  return first.toLocaleLowerCase(locale()) + rest.join('');
}
