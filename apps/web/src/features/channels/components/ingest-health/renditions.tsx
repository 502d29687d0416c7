import type { RenditionsStatus } from '@tributary/contracts/live';
import { t } from '@/lib/messages/t.ts';

const REFUSALS = {
  budget: t('channels.renditions.budget'),
  overloaded: t('channels.renditions.overloaded'),
} as const;

/** What the server makes of the stream for viewers with slow connections. */
export function Renditions({ offered, made, delayMs, refusal }: RenditionsStatus) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      <h3 className="text-faint text-xs">{t('channels.renditions')}</h3>
      {made.length === 0 ? (
        <p>{t('channels.renditions.onDemand', { list: offered.join(', ') })}</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {made.map(({ name, encoder, framesDropped }) => (
            <li key={name} className="flex flex-wrap justify-between gap-x-4 tabular-nums">
              <span className="font-medium">{name}</span>
              <span className="text-muted">
                {encoder ?? t('channels.renditions.starting')}
                {framesDropped > 0 && ` · ${t('channels.renditions.dropped', { count: framesDropped })}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {delayMs !== null && (
        <p className="text-muted">{t('channels.renditions.behind', { ms: String(Math.round(delayMs)) })}</p>
      )}
      {refusal && <p className="text-muted">{REFUSALS[refusal]}</p>}
    </div>
  );
}
