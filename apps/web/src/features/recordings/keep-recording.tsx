/** What a creator is asked about a recording after its stream. */
import type { Recording } from '@tributary/contracts/recordings';
import { Button } from '@/ui/button.tsx';
import { Moment } from '@/ui/time.tsx';
import { useEditRecording } from './queries.ts';

export function DecisionNotice({ decideBy }: { decideBy: string }) {
  return (
    <p className="text-amber text-sm">
      Will be deleted on <Moment at={decideBy} /> unless you keep it. Until then, only you can watch it.
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
        aria-label={`Keep and publish ${title}`}
        busy={chosen === 'public'}
        disabled={edit.isPending}
        onClick={() => edit.mutate({ id, edit: { visibility: 'public' } })}
      >
        Keep and publish
      </Button>
      <Button
        variant="secondary"
        aria-label={`Keep private ${title}`}
        busy={chosen === 'private'}
        disabled={edit.isPending}
        onClick={() => edit.mutate({ id, edit: { visibility: 'private' } })}
      >
        Keep private
      </Button>
    </>
  );
}
