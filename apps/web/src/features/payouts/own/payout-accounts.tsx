import { PAYOUT_WAIT_HOURS, type PayoutAccount } from '@tributary/contracts/payouts';
import { useState } from 'react';
import { PROCEEDS, useProviderNames } from '@/features/payments/index.ts';
import { useApi, useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Section } from '@/ui/layout.tsx';
import { ConfirmButton } from '@/ui/overlays/confirm-dialog.tsx';
import { Moment } from '@/ui/time.tsx';
import { CountryField } from './country-field.tsx';

const STATES = {
  none: ['neutral', t('payouts.account.none')],
  incomplete: ['amber', t('payouts.account.incomplete')],
  waiting: ['amber', t('payouts.account.waiting')],
  ready: ['green', t('payouts.account.ready')],
} as const;

/** A creator's payout accounts. */
export function PayoutAccounts({ hasOnboardingFailed }: { hasOnboardingFailed: boolean }) {
  const query = useApi('GET /api/me/payout-accounts');
  return (
    <Section title={t('payouts.account.title')}>
      {hasOnboardingFailed && (
        <p role="alert" className="mb-4 max-w-[68ch] text-live">
          {t('payouts.account.onboardingFailed')}
        </p>
      )}
      <Loaded query={query} height="h-32">
        {({ accounts }) =>
          accounts.length === 0 ? (
            <p className="max-w-[68ch] text-muted">{t('payouts.account.noProvider')}</p>
          ) : (
            <ul className="grid gap-4 lg:grid-cols-2">
              {accounts.map((account) => (
                <li key={account.provider}>
                  <Account account={account} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

function Account({
  account: { provider, state, requirements, isUsed, waitsUntil, countries },
}: {
  account: PayoutAccount;
}) {
  /** Opens the provider's page. */
  const onboarding = useApiMutation('POST /api/me/payout-accounts/:provider/onboarding', {
    failure: t('payouts.account.pageFailed'),
    onSuccess: ({ url }) => location.assign(url),
  });
  const name = useProviderNames()(provider);
  const [tone, words] = STATES[waitsUntil ? 'waiting' : state];
  const [country, setCountry] = useState<string | null>(null);
  const [lacksCountry, setLacksCountry] = useState(false);
  const start = () => {
    setLacksCountry(countries !== undefined && country === null);
    if (countries !== undefined && country === null) return;
    onboarding.mutate({ params: { provider }, body: { country } });
  };
  return (
    <article className="flex h-full flex-col items-start gap-4 rounded-media bg-surface-1 p-5">
      <h3 className="flex flex-wrap items-center gap-3 text-base">
        {name} <Badge tone={tone}>{words}</Badge>
      </h3>
      {state === 'none' && (
        <p className="max-w-[68ch] text-muted text-sm">
          {t('payouts.account.noneLead', { hours: PAYOUT_WAIT_HOURS })}
        </p>
      )}
      {countries && (
        <div className="w-full max-w-sm">
          <CountryField
            countries={countries}
            value={country}
            error={lacksCountry && country === null ? t('payouts.account.chooseCountry') : undefined}
            onChoose={setCountry}
          />
        </div>
      )}
      {state === 'incomplete' && (
        <ul className="flex list-inside list-disc flex-col gap-1 text-muted text-sm">
          {(requirements.length > 0 ? requirements : [t('payouts.account.continueThere')]).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {state === 'ready' && (
        <p className="max-w-[68ch] text-muted text-sm">
          {waitsUntil ? (
            <Text k="payouts.account.new" values={{ time: () => <Moment at={waitsUntil} /> }} />
          ) : isUsed ? (
            t('payouts.account.used')
          ) : (
            t('payouts.account.notUsed')
          )}
        </p>
      )}
      <div className="mt-auto flex flex-wrap gap-3">
        <Button
          variant={state === 'ready' ? 'secondary' : 'primary'}
          busy={onboarding.isPending || onboarding.isSuccess}
          onClick={start}
        >
          {
            {
              none: t('payouts.account.setUp'),
              incomplete: t('payouts.account.continue'),
              ready: t('payouts.account.update'),
            }[state]
          }
        </Button>
        {state === 'ready' && !isUsed && <Choose provider={provider} name={name} />}
        {state !== 'none' && <Disconnect provider={provider} name={name} isReady={state === 'ready'} />}
      </div>
    </article>
  );
}

function Choose({ provider, name }: { provider: PayoutAccount['provider']; name: string }) {
  const choose = useApiMutation('PUT /api/me/payout-accounts/:provider/choice', {
    invalidates: PROCEEDS,
    failure: t('payouts.account.notChanged'),
    onSuccess: () => void toast.success(t('payouts.account.chosen', { name })),
  });
  return (
    <Button busy={choose.isPending} onClick={() => choose.mutate({ params: { provider } })}>
      {t('payouts.account.choose')}
    </Button>
  );
}

interface DisconnectProps {
  provider: PayoutAccount['provider'];
  name: string;
  isReady: boolean;
}

function Disconnect({ provider, name, isReady }: DisconnectProps) {
  const unlink = useApiMutation('DELETE /api/me/payout-accounts/:provider', { invalidates: PROCEEDS });
  return (
    <ConfirmButton
      label={t('payouts.crypto.disconnect')}
      button={{ variant: 'quiet' }}
      title={t('payouts.account.disconnectTitle', { name })}
      description={
        isReady
          ? t('payouts.account.disconnectEffect', { hours: PAYOUT_WAIT_HOURS })
          : t('payouts.account.disconnectUnready')
      }
      confirm={t('payouts.crypto.disconnect')}
      cancel={t('payouts.account.keep')}
      onConfirm={() => unlink.mutateAsync({ params: { provider } })}
      failure={t('payouts.crypto.notDisconnected')}
    />
  );
}
