import { Link } from '@tanstack/react-router';
import type { AdminRefund, ChargeDetails } from '@tributary/contracts/payments';
import { Receipt, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { formatMoney } from '@/lib/money.ts';
import { useApi } from '@/lib/use-api.ts';
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
  platform: 'The platform’s account',
  creator_net: 'The creator’s account, without the fee',
  creator_gross: 'The creator’s wallet; the fee is taken from the balance',
};

/** One charge with its refunds and disputes, and the actions of an admin. */
export function ChargePage({ id }: { id: string }) {
  const allCharges = (
    <Button asChild variant="secondary">
      <Link to="/dashboard/admin/money/charges">All charges</Link>
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
        <EmptyState icon={Receipt} title="Charge not found" actions={allCharges}>
          Check the address, or search for the payment.
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
            Refund
          </Button>
        )}
        <RefundDialog charge={charge} open={isRefunding} onClose={() => setRefunding(false)} />
      </div>
      <Facts charge={charge} />
      {disputes.length > 0 && (
        <Section title="Disputes">
          {disputes.map((dispute) => (
            <DisputeCard
              key={dispute.id}
              dispute={dispute}
              creator={creator?.displayName ?? 'the deleted account'}
            />
          ))}
        </Section>
      )}
      {refunds.length > 0 && (
        <Section title="Refunds">
          <ul className="flex flex-col divide-y divide-line">
            {refunds.map((refund) => (
              <RefundItem key={refund.id} refund={refund} isAbandoned={creator === null} />
            ))}
          </ul>
        </Section>
      )}
      <Section title="Ledger">
        <ChargeSteps steps={steps} currency={currency} />
      </Section>
    </>
  );
}

function Facts({ charge }: { charge: ChargeDetails }) {
  const { purpose, description, provider, paymentId, capturedAt, currency, heldBy } = charge;
  const { platformFee, netAmount, takenBack, returnedFee, releasedAt, availableAt } = charge;
  const nameOf = useProviderNames();
  return (
    <dl className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
      <Fact label="From">
        <Payer {...charge} />
      </Fact>
      <Fact label="To">
        <Creator {...charge} />
      </Fact>
      <Fact label="For">{description ?? PURPOSE_NAMES[purpose]}</Fact>
      <Fact label={t('payments.charge.captured')}>
        <Moment at={capturedAt} />
      </Fact>
      <Fact label={`Payment at ${nameOf(provider)}`}>
        <ProviderId>{paymentId}</ProviderId>
      </Fact>
      <Fact label="Received by">{HELD_BY[heldBy]}</Fact>
      <Fact label="Platform fee">
        {formatMoney(platformFee, currency)}
        {returnedFee > 0 && (
          <span className="text-muted"> ({formatMoney(returnedFee, currency)} returned)</span>
        )}
      </Fact>
      <Fact label="Creator’s share">
        {formatMoney(netAmount, currency)}
        {takenBack > 0 && (
          <span className="text-muted"> ({formatMoney(takenBack - returnedFee, currency)} taken back)</span>
        )}
      </Fact>
      {heldBy === 'platform' && takenBack - returnedFee < netAmount && (
        <Fact label="Available to the creator">
          {releasedAt || availableAt ? (
            <Moment at={releasedAt ?? availableAt ?? ''} />
          ) : (
            'When the event has ended'
          )}
        </Fact>
      )}
    </dl>
  );
}

function RefundItem({ refund, isAbandoned }: { refund: AdminRefund; isAbandoned: boolean }) {
  const { chargeId, amount, currency, reason, requestedBy, requestedAt, status, byCreator } = refund;
  return (
    <li className="flex flex-col gap-2 py-3">
      <p className="flex flex-wrap items-baseline gap-3">
        <span className="font-medium tabular-nums">{formatMoney(amount, currency)}</span>
        <span className="text-muted text-sm">
          Requested <Moment at={requestedAt} /> by {requestedBy?.displayName ?? 'this instance'}
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
