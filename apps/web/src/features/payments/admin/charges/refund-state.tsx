import type { AdminRefund } from '@tributary/contracts/payments';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Moment } from '@/ui/time.tsx';
import { RefundBadge } from '../../shared/statuses.tsx';

/** The state of a refund: who has to act, why sending it failed, and when it is sent again. */
export function RefundState({ refund }: { refund: AdminRefund }) {
  const { status, byCreator, attempts, lastError, nextAttemptAt } = refund;
  const isWaiting = status === 'pending' && attempts > 0 && nextAttemptAt !== null;
  return (
    <span className="flex flex-col items-start gap-1 cards:items-end">
      <RefundBadge status={status} />
      {status === 'pending' && byCreator && (
        <span className="text-muted text-sm">{t('payments.admin.refunds.creatorSends')}</span>
      )}
      {isWaiting && (
        <span className="text-sm">
          <Text
            k="payments.admin.refunds.attempts"
            values={{ count: attempts, time: () => <Moment at={nextAttemptAt} /> }}
          />
        </span>
      )}
      {status !== 'succeeded' && lastError !== null && <span className="text-live text-sm">{lastError}</span>}
    </span>
  );
}
