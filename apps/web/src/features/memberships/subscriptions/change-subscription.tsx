import type { OwnSubscription, Tier } from '@tributary/contracts/memberships';
import type { BillingCycle } from '@tributary/contracts/payments';
import { useState } from 'react';
import { usePaymentProviders, useRefreshPurchases } from '@/features/payments/index.ts';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
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
        {t('memberships.change.open')}
      </Button>
      <Dialog
        title={t('memberships.subscribe.change')}
        description={
          isTrial ? (
            <Text
              k="memberships.change.trial"
              values={{ end: () => <Day at={trialEnd ?? currentPeriodEnd} /> }}
            />
          ) : isProrated ? (
            t('memberships.change.prorated')
          ) : (
            t('memberships.change.notProrated', { provider: payee.label })
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
    failure: t('memberships.change.failed'),
    onSuccess({ confirmUrl, subscription: changed }) {
      if (confirmUrl) return location.assign(confirmUrl);
      toast.success(
        changed.tier.id === tierId
          ? t('memberships.change.done', { name: changed.tier.name })
          : t('memberships.change.later'),
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
                legend={t('memberships.cycle.legend')}
                value={cycle}
                onChange={setCycle}
                options={[
                  ['monthly', t('memberships.cycle.monthly')],
                  ['yearly', t('memberships.cycle.yearly')],
                ]}
              />
            )}
            <Radios
              legend={t('memberships.change.tier')}
              value={tierId}
              onChange={setTierId}
              options={offered.map((tier) => [
                tier.id,
                <Text
                  key={tier.id}
                  k={cycle === 'yearly' ? 'memberships.change.optionYear' : 'memberships.change.optionMonth'}
                  values={{
                    tier: tier.name,
                    name: (words) => <bdi>{words}</bdi>,
                    price: formatMoney(costOf(tier), tier.currency),
                  }}
                />,
              ])}
            />
            {!chosen && (
              <p className="text-muted text-sm">
                {offered.length > 0 ? t('memberships.change.gone') : t('memberships.change.noneOffered')}
              </p>
            )}
            {chosen && isProrated && !isSame && (
              <p aria-live="polite" className="text-sm tabular-nums">
                <Effect subscription={subscription} price={costOf(chosen)} cycle={cycle} />
              </p>
            )}
            <div className="flex flex-wrap justify-end gap-2">
              <Button variant="secondary" onClick={onDone}>
                {t('memberships.change.keep', { name: current.name })}
              </Button>
              <Button busy={change.isPending} disabled={isSame || !chosen} onClick={save}>
                {t('memberships.change.confirm')}
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
      <Text k="memberships.change.trialContinues" values={{ end: () => <Day at={currentPeriodEnd} /> }} />
    );
  }
  const cents = changeCost(subscription, { price, cycle });
  if (cents > 0) return t('memberships.change.payToday', { amount: formatMoney(cents, currency) });
  if (cents === 0) return t('memberships.change.payNothing');
  return t('memberships.change.credit', { amount: formatMoney(-cents, currency) });
}
