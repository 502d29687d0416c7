import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';

const NAMES = new Intl.DisplayNames('en', { type: 'region' });

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
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  return (
    <Field
      label="Country"
      error={error}
      hint="Where you live or your business is registered. You can’t change it later."
    >
      {(control) => (
        <Select {...control} value={value ?? ''} onChange={({ target }) => onChoose(target.value)}>
          <option value="" disabled>
            Choose a country
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
