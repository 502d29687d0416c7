import type { InstanceSettings } from '@tributary/contracts/instance';
import { useState } from 'react';
import { ApiProblem } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { useSaveSettings } from '../queries.ts';

interface SwitchSettingProps {
  name:
    | 'adminsNeedSecondFactor'
    | 'recordingsEnabled'
    | 'recordingRenditions'
    | 'emotesNeedReview'
    | 'linkPreviews';
  label: string;
  hint?: string;
  on: boolean;
  saved: (on: boolean) => string;
}

/** Saves immediately. */
export function SwitchSetting({ name, label, hint, on, saved }: SwitchSettingProps) {
  const [problem, setProblem] = useState<string>();
  const save = useSaveSettings();
  const turn = async (next: boolean) => {
    setProblem(undefined);
    try {
      const change: Partial<InstanceSettings> = { [name]: next };
      await save.mutateAsync(change);
      toast.success(saved(next));
    } catch (error) {
      setProblem((error instanceof ApiProblem && error.fieldError(`/${name}`)) || messageOf(error));
    }
  };
  return (
    <div className="flex flex-col gap-2">
      <Switch
        label={label}
        hint={hint}
        checked={(save.isPending ? save.variables[name] : undefined) ?? on}
        onChange={(next) => !save.isPending && void turn(next)}
      />
      <p role="alert" className="text-live text-sm empty:hidden">
        {problem}
      </p>
    </div>
  );
}
