import { DONATION_MAX_CENTS, DONATION_MIN_CENTS } from '@tributary/contracts/payments';
import { formatMoney } from '@/lib/format/money.ts';
import { amountText, centsOf } from '@/lib/format/number-fields.ts';
import { t } from '@/lib/messages/t.ts';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';

/** @returns the reason why the amount cannot be donated */
export function amountProblem(amount: string, currency: string): string | undefined {
  const cents = centsOf(amount);
  return cents >= DONATION_MIN_CENTS && cents <= DONATION_MAX_CENTS
    ? undefined
    : t('donations.amount.range', {
        min: formatMoney(DONATION_MIN_CENTS, currency),
        max: formatMoney(DONATION_MAX_CENTS, currency),
      });
}

interface AmountFieldProps {
  presets: readonly number[];
  currency: string;
  value: string;
  error: string | undefined;
  onChange: (amount: string) => void;
}

/** Suggested amounts, and a field for any other. */
export function AmountField({ presets, currency, value, error, onChange }: AmountFieldProps) {
  const cents = centsOf(value);
  return (
    <div className="flex flex-col gap-3">
      <fieldset>
        <legend className="sr-only">{t('donations.settings.presets')}</legend>
        <div
          // Four amounts form two even rows if they do not fit into one.
          className={presets.length === 4 ? 'grid grid-cols-2 gap-2 @sm:grid-cols-4' : 'flex flex-wrap gap-2'}
        >
          {presets.map((preset) => (
            <button
              key={preset}
              type="button"
              aria-pressed={preset === cents}
              onClick={() => onChange(amountText(preset))}
              className="h-11 min-w-18 flex-1 rounded-control border border-line-strong px-3 font-semibold tabular-nums transition-colors duration-(--duration-fast) hover:border-muted aria-pressed:border-amber aria-pressed:bg-amber-soft aria-pressed:text-amber"
            >
              {formatMoney(preset, currency)}
            </button>
          ))}
        </div>
      </fieldset>
      <Field label={t('donations.amount.label', { currency })} error={error}>
        {(control) => (
          <Input
            {...control}
            value={value}
            onChange={({ target }) => onChange(target.value)}
            inputMode="decimal"
            autoComplete="off"
            className="font-semibold tabular-nums"
          />
        )}
      </Field>
    </div>
  );
}
