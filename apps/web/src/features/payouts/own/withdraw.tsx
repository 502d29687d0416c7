import { HOLDING_DAYS } from '@tributary/contracts/payments';
import type { Balance, PayoutAccount } from '@tributary/contracts/payouts';
import { type FormEvent, useRef, useState } from 'react';
import { PROCEEDS, useProviderNames } from '@/features/payments/index.ts';
import { ApiProblem, call } from '@/lib/api.ts';
import { formatMoney } from '@/lib/money.ts';
import { amountText, centsOf } from '@/lib/number-fields.ts';
import { messageOf } from '@/lib/query.ts';
import { randomId } from '@/lib/random-id.ts';
import { useApi, useApiMutation } from '@/lib/use-api.ts';
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
        Withdraw
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
  const withdraw = useWithdraw();
  const accounts = useApi('GET /api/me/payout-accounts');
  const waitsUntil = accounts.data?.accounts.find(({ isUsed }) => isUsed)?.waitsUntil;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const amount = centsOf(text);
    const isValid = amount >= minimum && amount <= available;
    setProblem(
      isValid ? undefined : `Enter ${formatMoney(minimum, currency)} to ${formatMoney(available, currency)}.`,
    );
    if (!isValid) return;
    try {
      await withdraw.mutateAsync(amount);
      toast.success(
        isFirstPayout
          ? `Payout of ${formatMoney(amount, currency)} requested`
          : `${formatMoney(amount, currency)} is being paid out`,
      );
      onClose();
    } catch (error) {
      setProblem((error instanceof ApiProblem && error.fieldError('/amount')) || messageOf(error));
    }
  };
  return (
    <Dialog
      title="Withdraw"
      description={
        <>
          <Destination accounts={accounts.data?.accounts} />
          {isFirstPayout &&
            ` This is your first payout, so it is sent ${HOLDING_DAYS} days after you request it.`}
        </>
      }
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        {accounts.isLoadingError && <LoadFailure what="your payout account" query={accounts} />}
        <Field
          label={`Amount in ${currency}`}
          error={problem}
          hint={`${formatMoney(minimum, currency)} to ${formatMoney(available, currency)}.`}
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
            Cancel
          </Button>
          <Button
            type="submit"
            busy={withdraw.isPending || accounts.isPending}
            disabled={accounts.isLoadingError || Boolean(waitsUntil)}
          >
            Withdraw
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The account that receives the payout. @param accounts undefined while they load */
function Destination({ accounts }: { accounts: readonly PayoutAccount[] | undefined }) {
  const nameOf = useProviderNames();
  if (!accounts) return 'The money is sent to your payout account, or by bank transfer if you have none.';
  const used = accounts.find(({ isUsed }) => isUsed);
  if (!used)
    return 'You have no payout account. An admin of this instance sends the money by bank transfer, and asks you for your bank details.';
  const { provider, waitsUntil } = used;
  const name = nameOf(provider);
  if (!waitsUntil) return `Sent to your ${name} account.`;
  return (
    <>
      Your {name} account is new. You can withdraw to it from <Moment at={waitsUntil} /> on.
    </>
  );
}
