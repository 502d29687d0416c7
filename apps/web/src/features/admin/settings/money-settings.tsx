/** What people pay in, the platform's share of it, and the smallest payout. */
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

export const FeeSetting = ({ basisPoints }: { basisPoints: number }) => (
  <HundredthsSetting
    name="platformFeeBasisPoints"
    label="Platform fee in percent"
    hundredths={basisPoints}
    range="Enter a percentage from 0 to 50, with at most two decimals."
  />
);

export const PayoutMinimumSetting = ({ cents, currency }: { cents: number; currency: string }) => (
  <HundredthsSetting
    name="payoutMinimumCents"
    label={`Smallest payout in ${currency}`}
    hundredths={cents}
    range="Enter an amount from 1 to 10000, with at most two decimals."
  />
);

interface HundredthsSettingProps {
  name: 'platformFeeBasisPoints' | 'payoutMinimumCents';
  label: string;
  hundredths: number;
  /** What to enter, where it was something else. */
  range: string;
}

/** A setting that is stored in hundredths of what is entered. */
function HundredthsSetting({ name, label, hundredths, range }: HundredthsSettingProps) {
  const [text, setText] = useState(String(hundredths / 100));
  const [problem, setProblem] = useState<string>();
  const save = useSaveSettings();
  const submit = async () => {
    const read = instanceSettings.shape[name].safeParse(hundredthsOf(text));
    setProblem(read.success ? undefined : range);
    if (!read.success) return;
    try {
      const saved = await save.mutateAsync({ [name]: read.data });
      setText(String(saved[name] / 100));
      toast.success('Saved');
    } catch (error) {
      setProblem((error instanceof ApiProblem && error.fieldError(`/${name}`)) || messageOf(error));
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
      <Field label={label} error={problem}>
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
        <Button type="submit" busy={save.isPending} disabled={hundredthsOf(text) === hundredths}>
          Save
        </Button>
      </div>
    </form>
  );
}

/** @returns NaN for anything but a decimal number with at most two decimals */
function hundredthsOf(text: string): number {
  const match = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : Number.NaN;
}
