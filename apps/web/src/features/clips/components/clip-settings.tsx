import { clipPermission } from '@tributary/contracts/clips';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { useClipSettings, useSetClipPermission } from '../api/queries.ts';

const NAMES = {
  everybody: 'Everybody who is signed in',
  followers: 'Followers',
  subscribers: 'Subscribers',
  nobody: 'Only you',
} as const;

/** Who may make clips of the own streams. */
export function ClipSettings() {
  const save = useSetClipPermission();
  return (
    <Loaded query={useClipSettings()} height="h-20">
      {({ allowedTo }) => (
        <div className="max-w-sm">
          <Field label="Who can make clips of your streams" hint="Clips that exist stay.">
            {(control) => (
              <Select
                {...control}
                value={save.isPending ? save.variables : allowedTo}
                disabled={save.isPending}
                onChange={({ target }) => save.mutate(clipPermission.parse(target.value))}
              >
                {clipPermission.options.map((option) => (
                  <option key={option} value={option}>
                    {NAMES[option]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      )}
    </Loaded>
  );
}
