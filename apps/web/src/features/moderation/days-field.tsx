import { t } from '@/lib/messages/t.ts';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';

const DAYS = [
  ['1', t('moderation.days.one')],
  ['7', t('moderation.days.week')],
  ['30', t('moderation.days.month')],
  ['365', t('moderation.days.year')],
] as const;

interface DaysFieldProps {
  label: string;
  value: string;
  onChange: (days: string) => void;
  /** The first choice, whose value is empty. */
  unlimited?: string;
}

/** Chooses how long a ban or suspension lasts. */
export function DaysField({ label, value, onChange, unlimited }: DaysFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          {unlimited && <option value="">{unlimited}</option>}
          {DAYS.map(([days, words]) => (
            <option key={days} value={days}>
              {words}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
