import type { RefundToSend } from '@tributary/contracts/payments';
import { type FormEvent, useState } from 'react';
import { formatMoney } from '@/lib/money.ts';
import { messageOf } from '@/lib/query.ts';
import { useApiMutation, useApiPages } from '@/lib/use-api.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { LoadFailure } from '@/ui/feedback/load-failure.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { CopyField } from '@/ui/forms/copy-field.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { Section } from '@/ui/layout.tsx';
import { ShowMore } from '@/ui/tables/paging.tsx';
import { Day } from '@/ui/time.tsx';
import { PROCEEDS } from '../shared/scopes.ts';
import { PURPOSE_NAMES } from '../shared/texts.ts';

/** The refunds that only the creator can send; renders nothing without any. */
export function RefundsToSend() {
  const list = useApiPages('GET /api/me/crypto-refunds', {});
  if (list.isLoadingError) return <LoadFailure what="the refunds that you have to send" query={list} />;
  const refunds = list.data ?? [];
  if (refunds.length === 0) return null;
  return (
    <Section title="Refunds to send">
      <p className="max-w-[68ch] text-muted">
        These payments went to your own wallet, so only you can send them back. Send each from the account
        that is connected here, then enter the hash of the transaction.
      </p>
      <ul className="grid gap-4 xl:grid-cols-2">
        {refunds.map((refund) => (
          <li key={refund.id} className="flex flex-col gap-4 rounded-media bg-surface-1 p-5">
            <Refund refund={refund} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} />
    </Section>
  );
}

function Refund({ refund }: { refund: RefundToSend }) {
  const { chargeId, purpose, amount, currency, reason, paidAt, onChain } = refund;
  return (
    <>
      <div className="flex flex-col gap-1">
        <h3 className="flex flex-wrap items-center gap-3 text-base tabular-nums">
          {formatMoney(amount, currency)}
          {onChain?.chain.isTest && <Badge tone="amber">Test money</Badge>}
        </h3>
        <p className="text-muted text-sm">
          {PURPOSE_NAMES[purpose]} of <Day at={paidAt} />. {reason}
        </p>
      </div>
      {onChain && (
        <>
          <p className="text-sm">
            Send{' '}
            <strong className="tabular-nums">
              {onChain.options.map(({ token, amount: units }) => `${units} ${token}`).join(' or ')}
            </strong>{' '}
            on {onChain.chain.name}
            {onChain.addresses.length === 0 &&
              '. The address of the payer is unknown, because the payment came through a contract. Ask an admin of this instance'}
            {onChain.addresses.length > 1 && ' to one of these addresses'}.
          </p>
          {onChain.addresses.map((address) => (
            <CopyField key={address} label="Address of the payer" value={address} />
          ))}
        </>
      )}
      <HashForm chargeId={chargeId} />
    </>
  );
}

function HashForm({ chargeId }: { chargeId: string }) {
  const [hash, setHash] = useState('');
  const record = useApiMutation('POST /api/charges/:id/crypto-refund', {
    invalidates: PROCEEDS,
    onSuccess: () => void toast.success('Refund recorded'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    record.mutate({ params: { id: chargeId }, body: { transactionHash: hash } });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col items-stretch gap-2">
      <Field
        label="Transaction hash"
        hint="0x and 64 letters or digits, as your wallet shows it."
        error={record.error ? messageOf(record.error) : undefined}
      >
        {(control) => (
          <Input
            {...control}
            value={hash}
            spellCheck={false}
            autoComplete="off"
            className="font-mono text-sm"
            onChange={({ target }) => {
              setHash(target.value);
              record.reset();
            }}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" busy={record.isPending} className="self-start">
        Record refund
      </Button>
    </form>
  );
}
