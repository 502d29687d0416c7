const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });
const utcDay = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A day in the viewer's zone. */
export function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {day.format(new Date(at))}
    </time>
  );
}

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** A day and its hour in the viewer's zone. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {moment.format(new Date(at))}
    </time>
  );
}

/** A day of the books, which are kept in UTC: the same for everybody who looks at it. */
export function BookDay({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {utcDay.format(new Date(at))}
    </time>
  );
}

/** From one day up to and with another, where periods end before `until` and days are UTC's. */
export function Days({ from, until }: { from: string; until: string }) {
  return <>{utcDay.formatRange(new Date(from), new Date(Date.parse(until) - 1))}</>;
}
