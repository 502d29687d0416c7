import { PAYOUT_WAIT_HOURS, type PayoutAccount } from '@tributary/contracts/payouts';
import { useState } from 'react';
import { PROCEEDS, useProviderNames } from '@/features/payments/index.ts';
import { useApi, useApiMutation } from '@/lib/use-api.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Section } from '@/ui/layout.tsx';
import { ConfirmButton } from '@/ui/overlays/confirm-dialog.tsx';
import { Moment } from '@/ui/time.tsx';
import { CountryField } from './country-field.tsx';

const STATES = {
  none: ['neutral', 'Not set up'],
  incomplete: ['amber', 'Incomplete'],
  waiting: ['amber', 'Waiting'],
  ready: ['green', 'Ready'],
} as const;

/** A creator's payout accounts. */
export function PayoutAccounts({ hasOnboardingFailed }: { hasOnboardingFailed: boolean }) {
  const query = useApi('GET /api/me/payout-accounts');
  return (
    <Section title="Payout account">
      {hasOnboardingFailed && (
        <p role="alert" className="mb-4 max-w-[68ch] text-live">
          Your account couldn’t be connected. It may be connected to another creator, or you didn’t finish
          within 15 minutes. Try again.
        </p>
      )}
      <Loaded query={query} height="h-32">
        {({ accounts }) =>
          accounts.length === 0 ? (
            <p className="max-w-[68ch] text-muted">
              This instance has no payment provider that pays out. When you withdraw, an admin sends the money
              by bank transfer and asks you for your bank details.
            </p>
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
    failure: 'Couldn’t open the provider’s page',
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
          You set it up on the provider’s page, so this instance never sees your bank details. Until then your
          money waits in your balance. If you have earned something already, nothing is sent to a new account
          for {PAYOUT_WAIT_HOURS} hours. Then what is available is paid out, and again at the start of each
          month.
        </p>
      )}
      {countries && (
        <div className="w-full max-w-sm">
          <CountryField
            countries={countries}
            value={country}
            error={
              lacksCountry && country === null ? 'Choose a country. You can’t change it later.' : undefined
            }
            onChoose={setCountry}
          />
        </div>
      )}
      {state === 'incomplete' && (
        <ul className="flex list-inside list-disc flex-col gap-1 text-muted text-sm">
          {(requirements.length > 0 ? requirements : ['Continue on the provider’s page.']).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {state === 'ready' && (
        <p className="max-w-[68ch] text-muted text-sm">
          {waitsUntil ? (
            <>
              This account is new, so nothing is sent to it until <Moment at={waitsUntil} />. If you didn’t
              add it, disconnect it and change your password.
            </>
          ) : isUsed ? (
            'Payouts are sent here. What you have available is paid out at the start of each month.'
          ) : (
            'Payouts are sent to your other account.'
          )}
        </p>
      )}
      <div className="mt-auto flex flex-wrap gap-3">
        <Button
          variant={state === 'ready' ? 'secondary' : 'primary'}
          busy={onboarding.isPending || onboarding.isSuccess}
          onClick={start}
        >
          {{ none: 'Set up', incomplete: 'Continue', ready: 'Update details' }[state]}
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
    failure: 'Couldn’t change the account',
    onSuccess: () => void toast.success(`Payouts are sent to ${name} now`),
  });
  return (
    <Button busy={choose.isPending} onClick={() => choose.mutate({ params: { provider } })}>
      Send payouts here
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
      label="Disconnect"
      button={{ variant: 'quiet' }}
      title={`Disconnect ${name}?`}
      description={
        isReady
          ? `Payouts that are under way are still sent there. New earnings wait in your balance. Nothing can be withdrawn for ${PAYOUT_WAIT_HOURS} hours, by bank transfer or to another account.`
          : 'Your earnings wait in your balance until you set up an account again.'
      }
      confirm="Disconnect"
      cancel="Keep it"
      onConfirm={() => unlink.mutateAsync({ params: { provider } })}
      failure="Couldn’t disconnect"
    />
  );
}
