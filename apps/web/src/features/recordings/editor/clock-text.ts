/** Times of a recording as people type them, and chapters as they write them into descriptions. */
import type { Chapter } from '@tributary/contracts/shared';

const CLOCK = /^(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d(?:[.,]\d{1,3})?)$/;
const LINE = /^[([]?((?:\d{1,3}:)?\d{1,3}:[0-5]\d)[)\]]?[\s\-–—:.|]+(\S.*)$/;

/** `7:05`, `1:02:03` and `1:02:03.5` in milliseconds; null for anything else. */
export function parseClock(text: string): number | null {
  const [, hours, minutes, seconds] = CLOCK.exec(text.trim()) ?? [];
  if (seconds === undefined) return null;
  if (hours !== undefined && Number(minutes) > 59) return null;
  const wholeSeconds = (Number(hours ?? 0) * 60 + Number(minutes)) * 60;
  return Math.round((wholeSeconds + Number(seconds.replace(',', '.'))) * 1000);
}

/** The chapters in a description: lines such as `0:00 Intro`, in the order of their times. */
export function chaptersIn(description: string, titleMax: number): Chapter[] {
  const found = new Map<number, string>();
  for (const line of description.split('\n')) {
    const [, clock = '', title = ''] = LINE.exec(line.trim()) ?? [];
    const startMs = parseClock(clock);
    if (startMs !== null && !found.has(startMs)) found.set(startMs, title.trim().slice(0, titleMax));
  }
  return [...found].map(([startMs, title]) => ({ startMs, title })).sort((a, b) => a.startMs - b.startMs);
}
