import { clipPermission } from '@tributary/contracts/clips';
import { apiQuery } from '@/lib/api/api-query.ts';
import { useApi, useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';

const NAMES = {
  everybody: t('clips.allowed.everybody'),
  followers: t('clips.allowed.followers'),
  subscribers: t('clips.allowed.subscribers'),
  nobody: t('clips.allowed.nobody'),
} as const;

/** The people who may make clips of the user's own streams. */
export function ClipSettings() {
  const save = useApiMutation('PUT /api/me/clip-settings', {
    answers: apiQuery('GET /api/me/clip-settings'),
    failure: t('clips.settings.notChanged'),
  });
  return (
    <Loaded query={useApi('GET /api/me/clip-settings')} height="h-20">
      {({ allowedTo }) => (
        <div className="max-w-sm">
          <Field label={t('clips.settings.who')} hint={t('clips.settings.hint')}>
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
