import { t } from '@/lib/messages/t.ts';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { useCommentSettings, useSetComments } from '../api/queries.ts';

/** Whether viewers may comment on the user's recordings. */
export function CommentSettings() {
  const save = useSetComments(t('comments.settings.failed'));
  return (
    <Loaded query={useCommentSettings()} height="h-14">
      {({ isOn }) => (
        <div className="max-w-xl">
          <Switch
            label={t('comments.settings.label')}
            hint={t('comments.settings.hint')}
            checked={save.isPending ? save.variables.body.isOn : isOn}
            disabled={save.isPending}
            onChange={(next) => save.mutate({ body: { isOn: next } })}
          />
        </div>
      )}
    </Loaded>
  );
}
