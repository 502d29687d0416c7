/** Settings that an admin types and saves: texts, numbers, and amounts with two decimals. */
import { type InstanceSettings, instanceSettings } from '@tributary/contracts/instance';
import { useState } from 'react';
import { ApiProblem } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, Textarea } from '@/ui/forms/inputs.tsx';
import { useSaveSettings } from '../queries.ts';

type NamesOf<Value> = {
  [Name in keyof InstanceSettings]: InstanceSettings[Name] extends Value ? Name : never;
}[keyof InstanceSettings];

interface EntryProps<Value> {
  name: NamesOf<Value>;
  label: string;
  hint?: string;
  value: Value;
}

/** Text in one line, or in several. */
export function TextSetting({ lines, ...entry }: EntryProps<string> & { lines?: number }) {
  return <EntrySetting {...entry} lines={lines} format={(text) => text} parse={(text) => text.trim()} />;
}

export function NumberSetting(entry: EntryProps<number>) {
  return (
    <EntrySetting
      {...entry}
      inputMode="numeric"
      format={String}
      parse={(text) => (text.trim() === '' ? Number.NaN : Number(text))}
    />
  );
}

interface HundredthsSettingProps extends EntryProps<number> {
  /** What to enter, where it was something else. */
  range: string;
}

/** A number that is stored in hundredths of what is entered. */
export function HundredthsSetting(entry: HundredthsSettingProps) {
  return (
    <EntrySetting
      {...entry}
      inputMode="decimal"
      format={(hundredths) => String(hundredths / 100)}
      parse={hundredthsOf}
    />
  );
}

/** @returns NaN for anything but a decimal number with at most two decimals */
function hundredthsOf(text: string): number {
  const match = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : Number.NaN;
}

interface EntrySettingProps<Value> extends EntryProps<Value> {
  range?: string;
  lines?: number | undefined;
  inputMode?: 'numeric' | 'decimal';
  format: (value: Value) => string;
  parse: (text: string) => Value;
}

function EntrySetting<Value extends string | number>({
  name,
  label,
  hint,
  value,
  range,
  lines,
  inputMode,
  format,
  parse,
}: EntrySettingProps<Value>) {
  const [text, setText] = useState(format(value));
  const [problem, setProblem] = useState<string>();
  const save = useSaveSettings();
  const Control = lines ? Textarea : Input;
  const entered = parse(text);

  const submit = async () => {
    const issue = instanceSettings.shape[name].safeParse(entered).error?.issues[0];
    setProblem(issue && (range ?? issue.message));
    if (issue) return;
    try {
      await save.mutateAsync({ [name]: entered });
      // What was typed while it was being saved stays.
      setText((current) => (current === text ? format(entered) : current));
      toast.success(t('pages.editor.saved'));
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
      <Field label={label} hint={hint} error={problem}>
        {(control) => (
          <Control
            {...control}
            dir="auto"
            value={text}
            {...(lines && { rows: lines })}
            {...(inputMode && { inputMode })}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" busy={save.isPending} disabled={entered === value}>
          {t('pages.editor.save')}
        </Button>
      </div>
    </form>
  );
}
