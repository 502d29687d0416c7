/** Durations in words, in the language of the page. */
import { t } from '../messages/t.ts';

const UNITS = [
  { unit: 'day', seconds: 86_400, words: (count: number) => t('ui.duration.days', { count }) },
  { unit: 'hour', seconds: 3600, words: (count: number) => t('ui.duration.hours', { count }) },
  { unit: 'minute', seconds: 60, words: (count: number) => t('ui.duration.minutes', { count }) },
  { unit: 'second', seconds: 1, words: (count: number) => t('ui.duration.seconds', { count }) },
] as const;

type Unit = (typeof UNITS)[number]['unit'];

interface Precision {
  readonly largest: Unit;
  readonly smallest: Unit;
  /** The greatest number of units, from the largest that has a count. */
  readonly parts: 1 | 2 | 3;
}

/** `45 minutes`, `2 hours 30 minutes`, `3 days`: units without a count are left out. */
export function durationWords(seconds: number, { largest, smallest, parts }: Precision): string {
  const names = UNITS.map(({ unit }) => unit);
  const units = UNITS.slice(names.indexOf(largest), names.indexOf(smallest) + 1);
  const counts = units.map((unit, index) => {
    const whole = index === 0 ? seconds : seconds % (units[index - 1]?.seconds ?? 1);
    return { ...unit, count: Math.floor(whole / unit.seconds) };
  });
  const first = counts.findIndex(({ count }) => count > 0);
  const named = counts.slice(first, first + parts).filter(({ count }) => count > 0);
  // Less than the smallest unit.
  if (first < 0) return counts.at(-1)?.words(0) ?? '';
  const [one = '', two, three] = named.map(({ words, count }) => words(count));
  if (two === undefined) return one;
  return three === undefined
    ? t('ui.duration.two', { larger: one, smaller: two })
    : [one, two, three].join(' ');
}
