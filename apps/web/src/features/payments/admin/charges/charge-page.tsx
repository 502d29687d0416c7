import { Link } from '@tanstack/react-router';
import type { AdminRefund, ChargeDetails } from '@tributary/contracts/payments';
import { Receipt, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useApi } from '@/lib/api/use-api.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Fact, Section } from '@/ui/layout.tsx';
import { Moment } from '@/ui/time.tsx';
import { useProviderNames } from '../../api/use-checkout.ts';
import { ChargeBadge } from '../../shared/statuses.tsx';
import { TestMoney } from '../../shared/test-money.tsx';
import { PURPOSE_NAMES } from '../../shared/texts.ts';
import { DisputeCard } from '../disputes/dispute-card.tsx';
import { Creator, Payer, ProviderId } from './charge-parts.tsx';
import { ChargeSteps } from './charge-steps.tsx';
import { CloseRefund } from './close-refund.tsx';
import { ConfirmRefund } from './confirm-refund.tsx';
import { leftCents, RefundDialog } from './refund-dialog.tsx';
import { RefundState } from './refund-state.tsx';

/** How often a charge is read again while one of its refunds is pending. */
const PENDING_MS = 3_000;

const HELD_BY: Readonly<Record<ChargeDetails['heldBy'], string>> = {
  platform: t('payments.admin.charge.heldByPlatform'),
  creator_net: t('payments.admin.charge.heldByCreator'),
  creator_gross: t('payments.admin.charge.heldByWallet'),
};

/** One charge with its refunds and disputes, and the actions of an admin. */
export function ChargePage({ id }: { id: string }) {
  const allCharges = (
    <Button asChild variant="secondary">
      <Link to="/dashboard/admin/money/charges">{t('payments.admin.charge.all')}</Link>
    </Button>
  );
  const charge = useApi(
    'GET /api/admin/charges/:id',
    { params: { id } },
    {
      // The provider changes charges, too: a dispute may have arrived since the last visit.
      staleTime: 0,
      refetchInterval: ({ state: { data } }) =>
        data?.refunds.some(({ status }) => status === 'pending') ? PENDING_MS : false,
    },
  );
  return (
    <Loaded
      query={charge}
      height="h-[40rem]"
      missing={
        <EmptyState icon={Receipt} title={t('payments.admin.charge.missing')} actions={allCharges}>
          {t('payments.admin.charge.missingNext')}
        </EmptyState>
      }
    >
      {(loaded) => <Charge charge={loaded} />}
    </Loaded>
  );
}

function Charge({ charge }: { charge: ChargeDetails }) {
  const { amount, currency, status, disputes, refunds, steps, creator } = charge;
  const [isRefunding, setRefunding] = useState(false);
  return (
    <>
      <TestMoney />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <span className="font-display text-xl tabular-nums">{formatMoney(amount, currency)}</span>
          <ChargeBadge status={status} />
        </div>
        {leftCents(charge) > 0 && (
          <Button variant="secondary" onClick={() => setRefunding(true)}>
            <Undo2 size={16} aria-hidden="true" />
            {t('payments.admin.refund.confirm')}
          </Button>
        )}
        <RefundDialog charge={charge} open={isRefunding} onClose={() => setRefunding(false)} />
      </div>
      <Facts charge={charge} />
      {disputes.length > 0 && (
        <Section title={t('payments.admin.dispute.title')}>
          {disputes.map((dispute) => (
            <DisputeCard key={dispute.id} dispute={dispute} creator={creator?.displayName ?? null} />
          ))}
        </Section>
      )}
      {refunds.length > 0 && (
        <Section title={t('payments.admin.refunds.title')}>
          <ul className="flex flex-col divide-y divide-line">
            {refunds.map((refund) => (
              <RefundItem key={refund.id} refund={refund} isAbandoned={creator === null} />
            ))}
          </ul>
        </Section>
      )}
      <Section title={t('payments.admin.charge.ledger')}>
        <ChargeSteps steps={steps} currency={currency} />
      </Section>
    </>
  );
}

const muted = (words: ReactNode) => <span className="text-muted">{words}</span>;

function Facts({ charge }: { charge: ChargeDetails }) {
  const { purpose, description, provider, paymentId, capturedAt, currency, heldBy } = charge;
  const { platformFee, netAmount, takenBack, returnedFee, releasedAt, availableAt } = charge;
  const nameOf = useProviderNames();
  return (
    <dl className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
      <Fact label={t('payments.admin.charges.from')}>
        <Payer {...charge} />
      </Fact>
      <Fact label={t('payments.admin.charges.to')}>
        <Creator {...charge} />
      </Fact>
      <Fact label={t('payments.admin.charge.for')}>{description ?? PURPOSE_NAMES[purpose]}</Fact>
      <Fact label={t('payments.charge.captured')}>
        <Moment at={capturedAt} />
      </Fact>
      <Fact label={t('payments.admin.charge.paymentAt', { provider: nameOf(provider) })}>
        <ProviderId>{paymentId}</ProviderId>
      </Fact>
      <Fact label={t('payments.admin.charge.receivedBy')}>{HELD_BY[heldBy]}</Fact>
      <Fact label={t('payments.admin.charge.fee')}>
        {returnedFee > 0 ? (
          <Text
            k="payments.admin.charge.feeReturned"
            values={{
              fee: formatMoney(platformFee, currency),
              amount: formatMoney(returnedFee, currency),
              rest: muted,
            }}
          />
        ) : (
          formatMoney(platformFee, currency)
        )}
      </Fact>
      <Fact label={t('payments.admin.charge.share')}>
        {takenBack > 0 ? (
          <Text
            k="payments.admin.charge.shareTaken"
            values={{
              share: formatMoney(netAmount, currency),
              amount: formatMoney(takenBack - returnedFee, currency),
              rest: muted,
            }}
          />
        ) : (
          formatMoney(netAmount, currency)
        )}
      </Fact>
      {heldBy === 'platform' && takenBack - returnedFee < netAmount && (
        <Fact label={t('payments.admin.charge.available')}>
          {releasedAt || availableAt ? (
            <Moment at={releasedAt ?? availableAt ?? ''} />
          ) : (
            t('payments.admin.charge.afterEvent')
          )}
        </Fact>
      )}
    </dl>
  );
}

function RefundItem({ refund, isAbandoned }: { refund: AdminRefund; isAbandoned: boolean }) {
  const { chargeId, amount, currency, reason, requestedBy, requestedAt, status, byCreator } = refund;
  const time = () => <Moment at={requestedAt} />;
  return (
    <li className="flex flex-col gap-2 py-3">
      <p className="flex flex-wrap items-baseline gap-3">
        <span className="font-medium tabular-nums">{formatMoney(amount, currency)}</span>
        <span className="text-muted text-sm">
          {requestedBy ? (
            <Text k="payments.admin.charge.requestedBy" values={{ name: requestedBy.displayName, time }} />
          ) : (
            <Text k="payments.admin.charge.requestedByInstance" values={{ time }} />
          )}
        </span>
      </p>
      <RefundState refund={refund} />
      {reason && (
        <p dir="auto" className="max-w-[68ch] text-muted [overflow-wrap:anywhere]">
          {reason}
        </p>
      )}
      {status === 'pending' && byCreator && (
        <div className="flex flex-wrap gap-3">
          <ConfirmRefund chargeId={chargeId} />
          {isAbandoned && <CloseRefund refund={refund} />}
        </div>
      )}
    </li>
  );
}
