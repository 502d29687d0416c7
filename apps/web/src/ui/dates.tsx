import { formatBookDay, formatDay, formatMoment } from '@/lib/dates.ts';

/** A day in the reader's zone. */
export function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {formatDay(at)}
    </time>
  );
}

/** A day and its hour in the reader's zone. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {formatMoment(at)}
    </time>
  );
}

/** A day of the books: the same for everybody who looks at it. */
export function BookDay({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {formatBookDay(at)}
    </time>
  );
}
