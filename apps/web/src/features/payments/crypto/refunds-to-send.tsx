import type { RefundToSend } from '@tributary/contracts/payments';
import { type FormEvent, type ReactNode, useState } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApiMutation, useApiPages } from '@/lib/api/use-api.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
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
import { anyOf } from './any-of.ts';

/** The refunds that only the creator can send; renders nothing without any. */
export function RefundsToSend() {
  const list = useApiPages('GET /api/me/crypto-refunds', {});
  if (list.isLoadingError) return <LoadFailure what={t('payments.toSend.what')} query={list} />;
  const refunds = list.data ?? [];
  if (refunds.length === 0) return null;
  return (
    <Section title={t('payments.toSend.title')}>
      <p className="max-w-[68ch] text-muted">{t('payments.toSend.lead')}</p>
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
          {onChain?.chain.isTest && <Badge tone="amber">{t('payments.test.badge')}</Badge>}
        </h3>
        <p className="text-muted text-sm">
          <Text k="payments.toSend.about" values={{ purpose, reason, day: () => <Day at={paidAt} /> }} />
        </p>
      </div>
      {onChain && (
        <>
          <p className="text-sm">
            <Instruction onChain={onChain} />
          </p>
          {onChain.addresses.map((address) => (
            <CopyField key={address} label={t('payments.toSend.payerAddress')} value={address} />
          ))}
        </>
      )}
      <HashForm chargeId={chargeId} />
    </>
  );
}

function Instruction({ onChain }: { onChain: NonNullable<RefundToSend['onChain']> }) {
  const { options, chain, addresses } = onChain;
  const values = {
    amounts: anyOf(options.map(({ token, amount }) => `${amount} ${token}`)),
    chain: chain.name,
    amount: (words: ReactNode) => <strong className="tabular-nums">{words}</strong>,
  };
  if (addresses.length === 0) return <Text k="payments.toSend.sendToUnknown" values={values} />;
  if (addresses.length > 1) return <Text k="payments.toSend.sendToOne" values={values} />;
  return <Text k="payments.toSend.send" values={values} />;
}

function HashForm({ chargeId }: { chargeId: string }) {
  const [hash, setHash] = useState('');
  const record = useApiMutation('POST /api/charges/:id/crypto-refund', {
    invalidates: PROCEEDS,
    onSuccess: () => void toast.success(t('payments.toSend.recorded')),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    record.mutate({ params: { id: chargeId }, body: { transactionHash: hash } });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col items-stretch gap-2">
      <Field
        label={t('payments.hash.label')}
        hint={t('payments.hash.hint')}
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
        {t('payments.hash.record')}
      </Button>
    </form>
  );
}
