import { HOLDING_DAYS } from '@tributary/contracts/payments';
import type { Balance, PayoutAccount } from '@tributary/contracts/payouts';
import { type FormEvent, useRef, useState } from 'react';
import { PROCEEDS, useProviderNames } from '@/features/payments/index.ts';
import { ApiProblem, call } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApi, useApiMutation } from '@/lib/api/use-api.ts';
import { randomId } from '@/lib/browser/random-id.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { amountText, centsOf } from '@/lib/format/number-fields.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';
import { LoadFailure } from '@/ui/feedback/load-failure.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { Moment } from '@/ui/time.tsx';

/** Requests a payout of available money. */
export function Withdraw({ balance }: { balance: Balance | undefined }) {
  const [open, setOpen] = useState(false);
  const isEnough = balance !== undefined && balance.available >= balance.minimum;
  return (
    <>
      <Button disabled={!isEnough} onClick={() => setOpen(true)}>
        {t('payouts.withdraw.withdraw')}
      </Button>
      {balance && open && <WithdrawDialog balance={balance} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Repeats an unanswered attempt under its key, so that the amount is withdrawn once. */
function useWithdraw() {
  const key = useRef<string | null>(null);
  return useApiMutation(
    (amount: number) => {
      key.current ??= randomId();
      return call('POST /api/me/payouts', { body: { idempotencyKey: key.current, amount } });
    },
    {
      invalidates: PROCEEDS,
      onSuccess() {
        key.current = null;
      },
      onError(error) {
        if (error instanceof ApiProblem && !error.isTransient) key.current = null;
      },
    },
  );
}

function WithdrawDialog({ balance, onClose }: { balance: Balance; onClose: () => void }) {
  const { available, minimum, currency, isFirstPayout } = balance;
  const [text, setText] = useState(amountText(available));
  const [problem, setProblem] = useState<string>();
  const range = { min: formatMoney(minimum, currency), max: formatMoney(available, currency) };
  const withdraw = useWithdraw();
  const accounts = useApi('GET /api/me/payout-accounts');
  const waitsUntil = accounts.data?.accounts.find(({ isUsed }) => isUsed)?.waitsUntil;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const amount = centsOf(text);
    const isValid = amount >= minimum && amount <= available;
    setProblem(isValid ? undefined : t('payouts.withdraw.range', range));
    if (!isValid) return;
    try {
      await withdraw.mutateAsync(amount);
      toast.success(
        isFirstPayout
          ? t('payouts.withdraw.requested', { amount: formatMoney(amount, currency) })
          : t('payouts.withdraw.paidOut', { amount: formatMoney(amount, currency) }),
      );
      onClose();
    } catch (error) {
      setProblem((error instanceof ApiProblem && error.fieldError('/amount')) || messageOf(error));
    }
  };
  return (
    <Dialog
      title={t('payouts.withdraw.withdraw')}
      description={
        <>
          <Destination accounts={accounts.data?.accounts} />
          {isFirstPayout && ` ${t('payouts.withdraw.first', { days: HOLDING_DAYS })}`}
        </>
      }
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        {accounts.isLoadingError && <LoadFailure what={t('payouts.withdraw.what')} query={accounts} />}
        <Field
          label={t('payouts.withdraw.amount', { currency })}
          error={problem}
          hint={t('payouts.withdraw.hint', range)}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              className="tabular-nums"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            busy={withdraw.isPending || accounts.isPending}
            disabled={accounts.isLoadingError || Boolean(waitsUntil)}
          >
            {t('payouts.withdraw.withdraw')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The account that receives the payout. @param accounts undefined while they load */
function Destination({ accounts }: { accounts: readonly PayoutAccount[] | undefined }) {
  const nameOf = useProviderNames();
  if (!accounts) return t('payouts.withdraw.anywhere');
  const used = accounts.find(({ isUsed }) => isUsed);
  if (!used) return t('payouts.withdraw.noAccount');
  const { provider, waitsUntil } = used;
  const name = nameOf(provider);
  if (!waitsUntil) return t('payouts.withdraw.toAccount', { provider: name });
  return (
    <Text
      k="payouts.withdraw.newAccount"
      values={{ provider: name, time: () => <Moment at={waitsUntil} /> }}
    />
  );
}
