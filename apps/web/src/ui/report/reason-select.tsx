import { REPORT_REASONS, type ReportReason } from '@tributary/contracts/moderation';
import { REASON_LABELS } from '@/lib/labels/report-reasons.ts';
import { t } from '@/lib/messages/t.ts';
import { Field } from '../forms/field.tsx';
import { Select } from '../forms/inputs.tsx';

interface ReasonSelectProps {
  label: string;
  value: ReportReason | undefined;
  onChange: (reason: ReportReason | undefined) => void;
  error?: string | undefined;
}

/** Chooses the rule that was broken. */
export function ReasonSelect({ label, value, onChange, error }: ReasonSelectProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Select
          {...control}
          value={value ?? ''}
          onChange={({ target }) => onChange(REPORT_REASONS.find((reason) => reason === target.value))}
        >
          {value === undefined && <option value="">{t('ui.report.chooseOne')}</option>}
          {REPORT_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {REASON_LABELS[reason]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
