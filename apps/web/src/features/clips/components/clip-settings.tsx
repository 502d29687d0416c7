import { clipPermission } from '@tributary/contracts/clips';
import { apiQuery } from '@/lib/api-query.ts';
import { useApi, useApiMutation } from '@/lib/use-api.ts';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';

const NAMES = {
  everybody: 'Everybody who is signed in',
  followers: 'Followers',
  subscribers: 'Subscribers',
  nobody: 'Only you',
} as const;

/** The people who may make clips of the user's own streams. */
export function ClipSettings() {
  const save = useApiMutation('PUT /api/me/clip-settings', {
    answers: apiQuery('GET /api/me/clip-settings'),
    failure: 'Couldn’t change the setting',
  });
  return (
    <Loaded query={useApi('GET /api/me/clip-settings')} height="h-20">
      {({ allowedTo }) => (
        <div className="max-w-sm">
          <Field label="Who can make clips of your streams" hint="Clips that exist stay.">
            {(control) => (
              <Select
                {...control}
                value={save.isPending ? save.variables.body.allowedTo : allowedTo}
                disabled={save.isPending}
                onChange={({ target }) =>
                  save.mutate({ body: { allowedTo: clipPermission.parse(target.value) } })
                }
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
