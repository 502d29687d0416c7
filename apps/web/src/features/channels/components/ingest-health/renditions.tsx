import type { RenditionsStatus } from '@tributary/contracts/live';
import { formatNumberOf } from '@/lib/format.ts';

const REFUSALS = {
  budget: 'The server has no capacity for another rendition now. Viewers get the others or your original.',
  overloaded: 'The server was too busy for the largest rendition, which returns in a minute at the earliest.',
} as const;

/** What the server makes of the stream for viewers with slow connections. */
export function Renditions({ offered, made, delayMs, refusal }: RenditionsStatus) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      <h3 className="text-faint text-xs">Renditions</h3>
      {made.length === 0 ? (
        <p>Made while viewers watch them: {offered.join(', ')}</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {made.map(({ name, encoder, framesDropped }) => (
            <li key={name} className="flex flex-wrap justify-between gap-x-4 tabular-nums">
              <span className="font-medium">{name}</span>
              <span className="text-muted">
                {encoder ?? 'Starting'}
                {framesDropped > 0 && ` · ${formatNumberOf(framesDropped, 'frame')} dropped`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {delayMs !== null && <p className="text-muted">{`${Math.round(delayMs)} ms behind your original`}</p>}
      {refusal && <p className="text-muted">{REFUSALS[refusal]}</p>}
    </div>
  );
}
