/** What a creator is asked about a recording after its stream. */
import type { Recording } from '@tributary/contracts/recordings';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';
import { Moment } from '@/ui/time.tsx';
import { useEditRecording } from './queries.ts';

export function DecisionNotice({ decideBy }: { decideBy: string }) {
  return (
    <p className="text-amber text-sm">
      <Text k="recordings.keep.decide" values={{ moment: () => <Moment at={decideBy} /> }} />
    </p>
  );
}

/** A choice of its visibility keeps it. */
export function KeepButtons({ recording: { streamId: id, title } }: { recording: Recording }) {
  const edit = useEditRecording();
  const chosen = edit.isPending ? edit.variables.edit.visibility : null;
  return (
    <>
      <Button
        aria-label={t('recordings.keep.publishNamed', { title })}
        busy={chosen === 'public'}
        disabled={edit.isPending}
        onClick={() => edit.mutate({ id, edit: { visibility: 'public' } })}
      >
        {t('recordings.keep.publish')}
      </Button>
      <Button
        variant="secondary"
        aria-label={t('recordings.keep.privateNamed', { title })}
        busy={chosen === 'private'}
        disabled={edit.isPending}
        onClick={() => edit.mutate({ id, edit: { visibility: 'private' } })}
      >
        {t('recordings.audience.keepPrivate')}
      </Button>
    </>
  );
}

/** Publishes a recording that not everyone finds; right after its stream, it can be kept private instead. */
export function PublishRecording({ recording }: { recording: Recording }) {
  const edit = useEditRecording();
  const { streamId: id, title, visibility, decideBy } = recording;
  if (decideBy !== null) return <KeepButtons recording={recording} />;
  if (visibility !== 'private' && visibility !== 'unlisted') return null;
  return (
    <Button
      aria-label={t('recordings.keep.publishNamed', { title })}
      busy={edit.isPending}
      onClick={() => edit.mutate({ id, edit: { visibility: 'public' } })}
    >
      {t('recordings.keep.publish')}
    </Button>
  );
}
