import { Link } from '@tanstack/react-router';
import { pollInterval } from '@/lib/api/query-client.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';

const POLL_MS = 3_000;

interface RefundProgressProps {
  eventId: string;
  onRetry: () => Promise<void>;
}

/** The progress of the refunds of a canceled event; renders nothing without payments. */
export function RefundProgress({ eventId, onRetry }: RefundProgressProps) {
  const { data, refetch } = useApi(
    'GET /api/me/events/:id/refunds',
    { params: { id: eventId } },
    {
      // Reads again until every refund is confirmed or has failed.
      refetchInterval: ({ state: { data: known, error } }) =>
        pollInterval(known && known.refunded + known.failed < known.paid, error, POLL_MS),
    },
  );
  if (!data || data.paid === 0) return null;
  const { paid, refunded, toSend, failed } = data;
  return (
    <div className="flex w-full max-w-sm flex-col gap-2">
      <progress
        value={refunded}
        max={paid}
        aria-label={t('events.refunds.label')}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-surface-3 [&::-moz-progress-bar]:bg-green [&::-webkit-progress-bar]:bg-surface-3 [&::-webkit-progress-value]:bg-green"
      />
      <p aria-live="polite" className="text-muted text-sm tabular-nums">
        {failed > 0
          ? t('events.refunds.progressFailed', { refunded, paid, failed })
          : t('events.refunds.progress', { refunded, paid })}
      </p>
      {toSend > 0 && (
        <p className="text-sm">
          <Text
            k="events.refunds.toSend"
            values={{
              count: toSend,
              send: (words) => <Link to="/dashboard/creator/payouts">{words}</Link>,
            }}
          />
        </p>
      )}
      {failed > 0 && (
        <Button
          variant="secondary"
          className="self-start"
          onClick={() => void onRetry().then(() => refetch())}
        >
          {t('events.refunds.again')}
        </Button>
      )}
    </div>
  );
}
