import {
  REPORT_OUTCOMES,
  type ReportCaseDetail,
  type ReportOutcome,
  type ReportReason,
} from '@tributary/contracts/moderation';
import { useState } from 'react';
import { call } from '@/lib/api/client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Select, Textarea } from '@/ui/forms/inputs.tsx';
import { ReasonSelect } from '@/ui/report/reason-select.tsx';
import { DaysField } from '../days-field.tsx';
import { failureOf, useAdminAction } from '../queries.ts';
import { REMOVAL_EFFECTS } from './report-words.ts';

const BUTTONS: Readonly<Record<ReportOutcome, string>> = {
  dismissed: t('moderation.decide.dismiss'),
  removed: t('moderation.remove'),
  warned: t('moderation.decide.warn'),
  suspended: t('moderation.decide.suspend'),
  banned: t('moderation.ban'),
};

/** The possible decisions about a case, and their consequences. */
export function DecisionForm({ report }: { report: ReportCaseDetail }) {
  const { id, kind, person, reasons, canRemove } = report;
  const [outcome, setOutcome] = useState<ReportOutcome>('dismissed');
  const [reason, setReason] = useState<ReportReason | undefined>(reasons[0]);
  const [days, setDays] = useState('7');
  const [message, setMessage] = useState('');
  const decide = useAdminAction();

  const effects: Readonly<Partial<Record<ReportOutcome, string>>> = {
    dismissed: t('moderation.decide.nothing'),
    ...(canRemove && kind !== 'event' && { removed: REMOVAL_EFFECTS[kind] }),
    ...(person && {
      warned: t('moderation.decide.warnEffect'),
      suspended: t('moderation.decide.suspendEffect'),
      banned: t('moderation.decide.banEffect'),
    }),
  };

  const submit = () => {
    if (reason === undefined) return;
    const body = { outcome, reason, message, days: outcome === 'suspended' ? Number(days) : null };
    decide
      .mutateAsync(() => call('PUT /api/admin/reports/:id/decision', { params: { id }, body }))
      .then(
        () => toast.success(t('moderation.decide.done'), { description: t('moderation.decide.notified') }),
        () => {},
      );
  };

  return (
    <form
      noValidate
      className="flex max-w-xl flex-col gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label={t('moderation.decide.action')} hint={effects[outcome]}>
        {(control) => (
          <Select
            {...control}
            value={outcome}
            onChange={({ target }) => {
              const chosen = REPORT_OUTCOMES.find((known) => known === target.value);
              if (chosen) setOutcome(chosen);
            }}
          >
            {REPORT_OUTCOMES.filter((known) => known in effects).map((known) => (
              <option key={known} value={known}>
                {BUTTONS[known]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {outcome === 'suspended' && (
        <DaysField label={t('moderation.decide.for')} value={days} onChange={setDays} />
      )}
      <ReasonSelect label={t('moderation.log.rule')} value={reason} onChange={setReason} />
      <Field
        label={t('moderation.reason')}
        hint={
          outcome === 'dismissed'
            ? t('moderation.decide.reasonDismissed')
            : t('moderation.decide.reasonShown')
        }
        error={failureOf(decide.error)}
      >
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            rows={3}
            value={message}
            onChange={({ target }) => setMessage(target.value)}
          />
        )}
      </Field>
      <div>
        <Button
          type="submit"
          variant={outcome === 'dismissed' ? 'primary' : 'danger'}
          busy={decide.isPending}
        >
          {BUTTONS[outcome]}
        </Button>
      </div>
    </form>
  );
}
