import { type AdminDispute, DISPUTE_EVIDENCE_MAX } from '@tributary/contracts/payments';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '@/lib/api.ts';
import { formatMoney } from '@/lib/money.ts';
import { messageOf } from '@/lib/query.ts';
import { useApiMutation } from '@/lib/use-api.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Textarea } from '@/ui/forms/inputs.tsx';
import { Day, Moment } from '@/ui/time.tsx';
import { ProviderName } from '../../api/use-checkout.ts';
import { DisputeBadge } from '../../shared/statuses.tsx';
import { ProviderId } from '../charges/charge-parts.tsx';

/** @param creator the name of the paid creator */
export function DisputeCard({ dispute, creator }: { dispute: AdminDispute; creator: string }) {
  const { amount, currency, reason, status, openedAt, disputeId, evidence, evidenceSubmittedAt } = dispute;
  return (
    <article className="flex flex-col gap-4 rounded-media bg-surface-1 p-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-display text-base tabular-nums">{formatMoney(amount, currency)}</h3>
        <DisputeBadge status={status} />
        <span className="text-muted text-sm">
          Opened <Day at={openedAt} />
        </span>
        <ProviderId>{disputeId}</ProviderId>
      </header>
      {reason && <p>{reason}</p>}
      <p className="max-w-[68ch] text-muted">{effectOf(dispute, creator)}</p>
      {evidence !== null && evidenceSubmittedAt && (
        <div className="flex flex-col gap-1">
          <p className="text-muted text-sm">
            Evidence sent <Moment at={evidenceSubmittedAt} />
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
function effectOf({ status, amount, currency }: AdminDispute, creator: string): string {
  const money = formatMoney(amount, currency);
  if (status === 'won') return `${money} and its fee were returned when the dispute was won.`;
  if (status === 'lost')
    return `The payer got ${money} back. It was taken from ${creator}, except for the platform’s fee, which the platform lost.`;
  return `${money} is withheld until the dispute is decided: ${creator}’s share, and the platform’s fee.`;
}

function Answer({ dispute }: { dispute: AdminDispute }) {
  const { provider, takesEvidence, evidenceDueAt, evidence } = dispute;
  const due = evidenceDueAt && (
    <p className="font-medium text-amber">
      Evidence counts until <Moment at={evidenceDueAt} />.
    </p>
  );
  if (!takesEvidence) {
    return (
      <>
        {due}
        <p className="max-w-[68ch]">
          Answer this dispute in the dashboard of <ProviderName of={provider} />: look for its ID and add your
          evidence there. The outcome appears here by itself.
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
      toast.success('Evidence sent');
    } catch {
      // The form shows the error at its field.
    }
  };
  return (
    <form onSubmit={send} noValidate className="flex max-w-2xl flex-col gap-3">
      <Field
        label={evidence === null ? 'Evidence' : 'More evidence'}
        hint={`What was bought and used, and what you agreed on. The bank reads it; don’t add passwords or card numbers. At most ${DISPUTE_EVIDENCE_MAX.toLocaleString('en')} characters.`}
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
          Send evidence
        </Button>
      </div>
    </form>
  );
}
