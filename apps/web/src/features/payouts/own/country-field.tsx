import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';

const NAMES = new Intl.DisplayNames(locale(), { type: 'region' });

interface CountryFieldProps {
  countries: readonly string[];
  value: string | null;
  error: string | undefined;
  onChoose: (country: string) => void;
}

/** The country of a new payout account, for providers that need it before their own page opens. */
export function CountryField({ countries, value, error, onChoose }: CountryFieldProps) {
  const named = countries
    .map((code) => ({ code, name: NAMES.of(code) ?? code }))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale()));
  return (
    <Field label={t('payouts.country.label')} error={error} hint={t('payouts.country.hint')}>
      {(control) => (
        <Select {...control} value={value ?? ''} onChange={({ target }) => onChoose(target.value)}>
          <option value="" disabled>
            {t('payouts.country.choose')}
          </option>
          {named.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
