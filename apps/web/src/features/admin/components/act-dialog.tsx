import { type ReactNode, useState } from 'react';
import { ApiProblem } from '@/lib/api.ts';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Textarea } from '@/ui/textarea.tsx';
import { toast } from '@/ui/toaster.tsx';
import { useAct } from '../api/acts.ts';

/** Something an admin is about to do: what it will do, and why it is done where that matters. */
export interface Act {
  title: string;
  /** What will happen, to whom, and whether it can be undone. */
  description: ReactNode;
  /** The button that does it. */
  action: string;
  danger?: boolean;
  /** Asks for a reason, and says who reads it. */
  reason?: string;
  /** May be left out. */
  reasonOptional?: boolean;
  /** More that is asked before it. */
  more?: ReactNode;
  run: (reason: string) => Promise<unknown>;
  /** What is said once it is done. */
  done: string;
}

interface ActDialogProps {
  /** Null: nothing is asked. */
  act: Act | null;
  onClose: () => void;
}

export function ActDialog({ act, onClose }: ActDialogProps) {
  return (
    <Dialog
      title={act?.title ?? ''}
      description={act?.description ?? ''}
      open={act !== null}
      onOpenChange={(open) => !open && onClose()}
    >
      {act && <ActForm act={act} onClose={onClose} />}
    </Dialog>
  );
}

function ActForm({ act, onClose }: { act: Act; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const { mutateAsync, isPending } = useAct();

  const submit = async () => {
    setProblem(undefined);
    try {
      await mutateAsync(() => act.run(reason.trim()));
      toast.success(act.done);
      onClose();
    } catch (error) {
      const named = error instanceof ApiProblem ? error.problem.errors?.[0]?.detail : undefined;
      setProblem(named ?? messageOf(error));
    }
  };

  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {act.more}
      {act.reason ? (
        <Field label={act.reasonOptional ? 'Notes' : 'Reason'} hint={act.reason} error={problem}>
          {(control) => (
            <Textarea
              {...control}
              dir="auto"
              rows={3}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      ) : (
        <p role="alert" className="text-live text-sm empty:hidden">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant={act.danger ? 'danger' : 'primary'} busy={isPending}>
          {act.action}
        </Button>
      </div>
    </form>
  );
}
