import {
  REPORT_OUTCOMES,
  type ReportCaseDetail,
  type ReportOutcome,
  type ReportReason,
} from '@tributary/contracts';
import { useState } from 'react';
import { ApiProblem, call } from '@/lib/api.ts';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Select, Textarea } from '@/ui/forms/inputs.tsx';
import { ReasonSelect } from '@/ui/report/reason-select.tsx';
import { useAdminAction } from '../queries.ts';
import { REMOVAL_EFFECTS } from './report-words.ts';

const BUTTONS: Readonly<Record<ReportOutcome, string>> = {
  dismissed: 'Dismiss',
  removed: 'Remove',
  warned: 'Warn',
  suspended: 'Suspend',
  banned: 'Ban',
};

/** What an admin can decide about a case, and what follows from it. */
export function DecisionForm({ report }: { report: ReportCaseDetail }) {
  const { id, kind, person, reasons, canRemove } = report;
  const [outcome, setOutcome] = useState<ReportOutcome>('dismissed');
  const [reason, setReason] = useState<ReportReason | undefined>(reasons[0]);
  const [days, setDays] = useState('7');
  const [message, setMessage] = useState('');
  const [problem, setProblem] = useState<string>();
  const { mutateAsync, isPending } = useAdminAction();

  const effects: Readonly<Partial<Record<ReportOutcome, string>>> = {
    dismissed: 'Nothing changes.',
    ...(canRemove && kind !== 'event' && { removed: REMOVAL_EFFECTS[kind] }),
    ...(person && {
      warned: 'They see it at once, on every page until they say that they have read it.',
      suspended: 'They’re signed out, and can’t sign in until it ends.',
      banned: 'They’re signed out, and can’t sign in until an admin lifts the ban.',
    }),
  };

  const submit = async () => {
    setProblem(undefined);
    if (reason === undefined) return;
    const body = { outcome, reason, message, days: outcome === 'suspended' ? Number(days) : null };
    try {
      await mutateAsync(() => call('PUT /api/admin/reports/:id/decision', { params: { id }, body }));
      toast.success('Report decided', { description: 'Those who reported are told.' });
    } catch (error) {
      const named = error instanceof ApiProblem ? error.problem.errors?.[0]?.detail : undefined;
      setProblem(named ?? messageOf(error));
    }
  };

  return (
    <form
      noValidate
      className="flex max-w-xl flex-col gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field label="Action" hint={effects[outcome]}>
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
        <Field label="For">
          {(control) => (
            <Select {...control} value={days} onChange={({ target }) => setDays(target.value)}>
              {DAYS.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <ReasonSelect label="Rule" value={reason} onChange={setReason} />
      <Field
        label="Reason"
        hint={
          outcome === 'dismissed'
            ? 'Kept in the audit log.'
            : 'Shown to the person, and kept in the audit log.'
        }
        error={problem}
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
        <Button type="submit" variant={outcome === 'dismissed' ? 'primary' : 'danger'} busy={isPending}>
          {BUTTONS[outcome]}
        </Button>
      </div>
    </form>
  );
}

const DAYS = [
  ['1', '1 day'],
  ['7', '7 days'],
  ['30', '30 days'],
  ['365', '1 year'],
] as const;
