import { formatMonth } from '@/lib/format/dates.ts';

/** A calendar tile; hidden from screen readers, since the text beside it has the date. */
export function DateTile({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <span
      aria-hidden="true"
      className="flex size-14 shrink-0 flex-col items-center justify-center rounded-control bg-surface-3"
    >
      <span className="font-semibold text-muted text-xs uppercase">{formatMonth(date)}</span>
      <span className="font-display font-semibold text-lg tabular-nums">{date.getDate()}</span>
    </span>
  );
}
