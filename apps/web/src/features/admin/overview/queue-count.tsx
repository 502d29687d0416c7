import { formatCount } from '@/lib/format/numbers.ts';
import { t } from '@/lib/messages/t.ts';
import { useQueues } from '../queries.ts';

/** The number of open items in a queue, beside its link. */
export function QueueCount({ queue }: { queue: 'verification' | 'messages' | 'reports' | 'emotes' }) {
  const count = useQueues().data?.[queue] ?? 0;
  if (count === 0) return null;
  return (
    <span className="ms-auto rounded-full bg-accent-soft px-2 font-semibold text-accent text-xs tabular-nums leading-5">
      {formatCount(count)}
      <span className="sr-only"> {t('admin.overview.waiting')}</span>
    </span>
  );
}
