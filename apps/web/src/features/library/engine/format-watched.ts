import { t } from '@/lib/messages/t.ts';
/** Formats a watch time: `under a minute`, `12 min`, `3 h 5 min`, `120 h`. */
export function formatWatched(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return t('library.duration.underMinute');
  if (minutes < 60) return t('library.duration.minutes', { minutes: String(minutes) });
  const hours = Math.floor(minutes / 60);
  return hours < 100 && minutes % 60 > 0
    ? t('library.duration.hoursMinutes', { hours: String(hours), minutes: String(minutes % 60) })
    : t('library.duration.hours', { hours: String(hours) });
}
