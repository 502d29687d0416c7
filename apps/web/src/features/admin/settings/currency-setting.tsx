import { type AdminSettings, instanceSettings } from '@tributary/contracts/instance';
import { CURRENCIES } from '@tributary/contracts/payments';
import { useState } from 'react';
import { ApiProblem } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { useSaveSettings } from '../queries.ts';

const NAMES = new Intl.DisplayNames(locale(), { type: 'currency' });

/** What people pay in. Saves immediately. */
export function CurrencySetting({ currency, isCurrencyFixed }: AdminSettings) {
  const [problem, setProblem] = useState<string>();
  const save = useSaveSettings();
  const choose = async (text: string) => {
    setProblem(undefined);
    try {
      const saved = await save.mutateAsync({ currency: instanceSettings.shape.currency.parse(text) });
      toast.success(
        t('admin.settings.currencyNow', { currency: NAMES.of(saved.currency) ?? saved.currency }),
      );
    } catch (error) {
      setProblem((error instanceof ApiProblem && error.fieldError('/currency')) || messageOf(error));
    }
  };
  return (
    <Field
      label={t('admin.settings.currency')}
      error={problem}
      hint={isCurrencyFixed ? t('admin.settings.currencyFixed') : undefined}
    >
      {(control) => (
        <Select
          {...control}
          value={save.isPending ? save.variables.currency : currency}
          disabled={isCurrencyFixed || save.isPending}
          onChange={({ target }) => void choose(target.value)}
        >
          {CURRENCIES.map((code) => (
            <option key={code} value={code}>
              {NAMES.of(code)} ({code})
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
