/** How long recordings are kept, and how much storage they may use. */
import { instanceSettings } from '@tributary/contracts';
import { useState } from 'react';
import { ApiProblem } from '@/lib/api.ts';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { useSaveSettings } from '../queries.ts';

interface NumberSettingProps {
  name: 'recordingRetentionDays' | 'recordingQuotaGib' | 'chatRetentionDays' | 'uploadMaxGib';
  label: string;
  hint: string;
  value: number;
}

export function NumberSetting({ name, label, hint, value }: NumberSettingProps) {
  const [text, setText] = useState(String(value));
  const [problem, setProblem] = useState<string>();
  const save = useSaveSettings();
  const submit = async () => {
    const read = instanceSettings.shape[name].safeParse(text.trim() === '' ? Number.NaN : Number(text));
    setProblem(read.error?.issues[0]?.message);
    if (!read.success) return;
    try {
      const saved = await save.mutateAsync({ [name]: read.data });
      setText(String(saved[name]));
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
      <Field label={label} hint={hint} error={problem}>
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" busy={save.isPending} disabled={text.trim() === String(value)}>
          Save
        </Button>
      </div>
    </form>
  );
}
