import type { OwnSubscription, Tier } from '@tributary/contracts/memberships';
import type { BillingCycle } from '@tributary/contracts/payments';
import { useState } from 'react';
import { usePaymentProviders, useRefreshPurchases } from '@/features/payments/index.ts';
import { formatMoney } from '@/lib/money.ts';
import { useApiMutation } from '@/lib/use-api.ts';
import { Button } from '@/ui/button.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Radios } from '@/ui/forms/radios.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { Day } from '@/ui/time.tsx';
import { useTiers } from '../queries.ts';
import { priceOf } from '../tiers/tier-parts.tsx';
import { changeCost } from './change-cost.ts';

/** Changes a subscription to another tier or billing cycle of its channel. */
export function ChangeSubscription({ subscription }: { subscription: OwnSubscription }) {
  const [open, setOpen] = useState(false);
  const { streamer, provider, trialEnd, currentPeriodEnd } = subscription;
  const isTrial = subscription.status === 'trialing';
  const payee = usePaymentProviders().find(({ name }) => name === provider);
  const isProrated = payee?.proratesSubscriptions !== false;
  if (!streamer) return null;
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        Change tier
      </Button>
      <Dialog
        title="Change your tier"
        description={
          isTrial ? (
            <>
              Your trial is for this tier only. You can change to another tier once it has ended, on{' '}
              <Day at={trialEnd ?? currentPeriodEnd} />.
            </>
          ) : isProrated ? (
            'The change applies at once. What you paid for the rest of the period counts toward the new price.'
          ) : (
            `${payee.label} charges the new price from your next payment on, and you keep your tier until then. To change between monthly and yearly payments, cancel and subscribe again.`
          )
        }
        open={open}
        onOpenChange={setOpen}
      >
        {open && (
          <Choice
            username={streamer.username}
            subscription={subscription}
            isProrated={isProrated}
            onDone={() => setOpen(false)}
          />
        )}
      </Dialog>
    </>
  );
}

interface ChoiceProps {
  username: string;
  subscription: OwnSubscription;
  /** Whether the provider prorates, so that the cycle can change. */
  isProrated: boolean;
  onDone: () => void;
}

function Choice({ username, subscription, isProrated, onDone }: ChoiceProps) {
  const { id, tier: current, billingCycle, status } = subscription;
  const isTrial = status === 'trialing';
  const tiers = useTiers(username);
  const change = useApiMutation('POST /api/me/subscriptions/:id/change', {
    onSettled: useRefreshPurchases(),
    failure: 'Couldn’t change your tier',
    onSuccess({ confirmUrl, subscription: changed }) {
      if (confirmUrl) return location.assign(confirmUrl);
      toast.success(
        changed.tier.id === tierId
          ? `You’re subscribed to ${changed.tier.name}`
          : 'Your tier changes with the next payment',
      );
      onDone();
    },
  });
  const [cycle, setCycle] = useState(billingCycle);
  const [tierId, setTierId] = useState(current.id);
  const isSame = tierId === current.id && cycle === billingCycle;
  const save = () => change.mutate({ params: { id }, body: { tierId, cycle } });
  return (
    <Loaded query={tiers} height="h-40">
      {(all) => {
        // The trial of a tier gives no access to another one.
        const offered = all.filter((tier) => tier.priceMonthly && (!isTrial || tier.id === current.id));
        const chosen = offered.find((tier) => tier.id === tierId);
        const costOf = (tier: Tier) =>
          tier.id === current.id && cycle === billingCycle ? subscription.price : priceOf(tier, cycle);
        return (
          <div className="flex flex-col gap-5">
            {isProrated && (
              <Radios
                legend="Billing"
                value={cycle}
                onChange={setCycle}
                options={[
                  ['monthly', 'Monthly'],
                  ['yearly', 'Yearly'],
                ]}
              />
            )}
            <Radios
              legend="Tier"
              value={tierId}
              onChange={setTierId}
              options={offered.map((tier) => [
                tier.id,
                <>
                  <bdi>{tier.name}</bdi>, {formatCost(costOf(tier), tier.currency, cycle)}
                </>,
              ])}
            />
            {!chosen && (
              <p className="text-muted text-sm">
                {offered.length > 0
                  ? 'Your tier is no longer offered. Choose another one.'
                  : 'This channel offers no paid tier at the moment. Yours continues.'}
              </p>
            )}
            {chosen && isProrated && !isSame && (
              <p aria-live="polite" className="text-sm tabular-nums">
                <Effect subscription={subscription} price={costOf(chosen)} cycle={cycle} />
              </p>
            )}
            <div className="flex flex-wrap justify-end gap-2">
              <Button variant="secondary" onClick={onDone}>
                Keep {current.name}
              </Button>
              <Button busy={change.isPending} disabled={isSame || !chosen} onClick={save}>
                Change
              </Button>
            </div>
          </div>
        );
      }}
    </Loaded>
  );
}

interface EffectProps {
  subscription: OwnSubscription;
  price: number;
  cycle: BillingCycle;
}

/** The cost of a change today, shown before it is made. */
function Effect({ subscription, price, cycle }: EffectProps) {
  const { status, currency, currentPeriodEnd } = subscription;
  if (status === 'trialing') {
    return (
      <>
        You pay nothing today. Your trial continues until <Day at={currentPeriodEnd} />.
      </>
    );
  }
  const cents = changeCost(subscription, { price, cycle });
  if (cents > 0) return `You pay about ${formatMoney(cents, currency)} today.`;
  if (cents === 0) return 'You pay nothing today.';
  return `You pay nothing today. About ${formatMoney(-cents, currency)} counts toward your next payments.`;
}

const formatCost = (cents: number, currency: string, cycle: BillingCycle): string =>
  `${formatMoney(cents, currency)} ${cycle === 'yearly' ? 'a year' : 'a month'}`;
