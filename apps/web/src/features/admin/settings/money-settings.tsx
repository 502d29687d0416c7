/** What people pay in, and the platform's share of it. */
import { type AdminSettings, CURRENCIES, instanceSettings } from '@tributary/contracts';
import { useState } from 'react';
import { ApiProblem } from '@/lib/api.ts';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, Select } from '@/ui/forms/inputs.tsx';
import { useSaveSettings } from '../queries.ts';

const NAMES = new Intl.DisplayNames('en', { type: 'currency' });

/** Saves immediately. */
export function CurrencySetting({ currency, isCurrencyFixed }: AdminSettings) {
  const [problem, setProblem] = useState<string>();
  const save = useSaveSettings();
  const choose = async (text: string) => {
    setProblem(undefined);
    try {
      const saved = await save.mutateAsync({ currency: instanceSettings.shape.currency.parse(text) });
      toast.success(`People now pay in ${NAMES.of(saved.currency)}`);
    } catch (error) {
      setProblem((error instanceof ApiProblem && error.fieldError('/currency')) || messageOf(error));
    }
  };
  return (
    <Field
      label="Currency"
      error={problem}
      hint={
        isCurrencyFixed ? 'Somebody has started to pay, so the currency can’t change any more.' : undefined
      }
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

export function FeeSetting({ basisPoints }: { basisPoints: number }) {
  const [text, setText] = useState(String(basisPoints / 100));
  const [problem, setProblem] = useState<string>();
  const save = useSaveSettings();
  const submit = async () => {
    const read = instanceSettings.shape.platformFeeBasisPoints.safeParse(basisPointsOf(text));
    setProblem(read.success ? undefined : 'Enter a percentage from 0 to 50, with at most two decimals.');
    if (!read.success) return;
    try {
      const saved = await save.mutateAsync({ platformFeeBasisPoints: read.data });
      setText(String(saved.platformFeeBasisPoints / 100));
      toast.success('Saved');
    } catch (error) {
      setProblem(
        (error instanceof ApiProblem && error.fieldError('/platformFeeBasisPoints')) || messageOf(error),
      );
    }
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field label="Platform fee in percent" error={problem}>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" busy={save.isPending} disabled={basisPointsOf(text) === basisPoints}>
          Save
        </Button>
      </div>
    </form>
  );
}

/** @returns NaN for anything but a decimal number with at most two decimals */
function basisPointsOf(percent: string): number {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(percent.trim());
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : Number.NaN;
}
