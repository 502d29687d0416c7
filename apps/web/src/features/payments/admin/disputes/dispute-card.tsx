import { type AdminDispute, DISPUTE_EVIDENCE_MAX } from '@tributary/contracts/payments';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Textarea } from '@/ui/forms/inputs.tsx';
import { Day, Moment } from '@/ui/time.tsx';
import { ProviderName } from '../../api/use-checkout.ts';
import { DisputeBadge } from '../../shared/statuses.tsx';
import { ProviderId } from '../charges/charge-parts.tsx';

/** @param creator the name of the paid creator; null if the account was deleted */
export function DisputeCard({ dispute, creator }: { dispute: AdminDispute; creator: string | null }) {
  const { amount, currency, reason, status, openedAt, disputeId, evidence, evidenceSubmittedAt } = dispute;
  return (
    <article className="flex flex-col gap-4 rounded-media bg-surface-1 p-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-display text-base tabular-nums">{formatMoney(amount, currency)}</h3>
        <DisputeBadge status={status} />
        <span className="text-muted text-sm">
          <Text k="payments.admin.dispute.openedOn" values={{ day: () => <Day at={openedAt} /> }} />
        </span>
        <ProviderId>{disputeId}</ProviderId>
      </header>
      {reason && <p>{reason}</p>}
      <p className="max-w-[68ch] text-muted">{effectOf(dispute, creator)}</p>
      {evidence !== null && evidenceSubmittedAt && (
        <div className="flex flex-col gap-1">
          <p className="text-muted text-sm">
            <Text
              k="payments.admin.dispute.evidenceSent"
              values={{ time: () => <Moment at={evidenceSubmittedAt} /> }}
            />
          </p>
          <p dir="auto" className="max-w-[68ch] whitespace-pre-wrap [overflow-wrap:anywhere]">
            {evidence}
          </p>
        </div>
      )}
      {status === 'open' && <Answer dispute={dispute} />}
    </article>
  );
}

/** The effect of the dispute on the creator. */
function effectOf(dispute: AdminDispute, creator: string | null): string {
  const { status } = dispute;
  const amount = formatMoney(dispute.amount, dispute.currency);
  if (status === 'won') return t('payments.admin.dispute.wonEffect', { amount });
  if (creator === null) {
    return t(
      status === 'lost'
        ? 'payments.admin.dispute.lostEffectDeleted'
        : 'payments.admin.dispute.openEffectDeleted',
      { amount },
    );
  }
  return t(status === 'lost' ? 'payments.admin.dispute.lostEffect' : 'payments.admin.dispute.openEffect', {
    amount,
    creator,
  });
}

function Answer({ dispute }: { dispute: AdminDispute }) {
  const { provider, takesEvidence, evidenceDueAt, evidence } = dispute;
  const due = evidenceDueAt && (
    <p className="font-medium text-amber">
      <Text k="payments.admin.dispute.countsUntil" values={{ time: () => <Moment at={evidenceDueAt} /> }} />
    </p>
  );
  if (!takesEvidence) {
    return (
      <>
        {due}
        <p className="max-w-[68ch]">
          <Text
            k="payments.admin.dispute.answerThere"
            values={{ provider: () => <ProviderName of={provider} /> }}
          />
        </p>
      </>
    );
  }
  return (
    <>
      {evidence === null && due}
      <EvidenceForm dispute={dispute} />
    </>
  );
}

function EvidenceForm({ dispute: { id, evidence } }: { dispute: AdminDispute }) {
  const [text, setText] = useState('');
  const submit = useApiMutation('POST /api/admin/disputes/:id/evidence', {
    invalidates: ['GET /api/admin/*'],
  });
  const problem =
    submit.error &&
    ((submit.error instanceof ApiProblem && submit.error.fieldError('/evidence')) || messageOf(submit.error));
  const send = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await submit.mutateAsync({ params: { id }, body: { evidence: text } });
      setText('');
      toast.success(t('payments.admin.dispute.evidenceDone'));
    } catch {
      // The form shows the error at its field.
    }
  };
  return (
    <form onSubmit={send} noValidate className="flex max-w-2xl flex-col gap-3">
      <Field
        label={
          evidence === null ? t('payments.admin.dispute.evidence') : t('payments.admin.dispute.moreEvidence')
        }
        hint={t('payments.admin.dispute.evidenceHint', { max: DISPUTE_EVIDENCE_MAX })}
        error={problem || undefined}
      >
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            rows={5}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" busy={submit.isPending}>
          {t('payments.admin.dispute.send')}
        </Button>
      </div>
    </form>
  );
}
