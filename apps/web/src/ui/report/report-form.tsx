import { REPORT_DETAILS_MAX, type ReportReason, type ReportTarget } from '@tributary/contracts/moderation';
import { useState } from 'react';
import { call } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '../button.tsx';
import { toast } from '../feedback/toaster.tsx';
import { Field } from '../forms/field.tsx';
import { Textarea } from '../forms/inputs.tsx';
import { ReasonSelect } from './reason-select.tsx';
import { type ReportMoment, statedMoment } from './report-moment.ts';

interface ReportFormProps {
  target: ReportTarget;
  moment?: ReportMoment | undefined;
  onClose: () => void;
}

export default function ReportForm({ target, moment, onClose }: ReportFormProps) {
  const [reason, setReason] = useState<ReportReason>();
  const [details, setDetails] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async () => {
    if (reason === undefined) return setProblem(t('ui.report.chooseReason'));
    setBusy(true);
    setProblem(undefined);
    try {
      const body = { target, reason, details, ...(moment && statedMoment(moment)) };
      await call('POST /api/reports', { body });
      toast.success(t('ui.report.sent'), { description: t('ui.report.sentNext') });
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };

  return (
    <form
      noValidate
      className="flex flex-col gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ReasonSelect label={t('ui.report.reason')} value={reason} onChange={setReason} error={problem} />
      <Field label={t('ui.report.details')} hint={t('ui.report.detailsHint')}>
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            rows={3}
            maxLength={REPORT_DETAILS_MAX}
            value={details}
            onChange={({ target }) => setDetails(target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" busy={busy}>
          {t('ui.report.send')}
        </Button>
      </div>
    </form>
  );
}
