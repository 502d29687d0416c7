import { adminReason } from '@tributary/contracts/shared';
import { useRef, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Textarea } from '@/ui/forms/inputs.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { DialogForm } from '@/ui/overlays/dialog-form.tsx';
import { useAdminAction } from '../queries.ts';
import type { BulkAction } from './bulk-actions.tsx';
import { type BulkTarget, type RowFailure, runForEach } from './run-for-each.ts';

/** Names that the dialog lists before it counts the others. */
const NAMES_SHOWN = 8;

interface BulkDialogProps<Target extends BulkTarget> {
  /** Null while the dialog is closed. */
  action: BulkAction<Target> | null;
  targets: readonly Target[];
  onClose: () => void;
  /** Called once the action has succeeded on all rows. */
  onDone: () => void;
}

/** Confirms an action on several rows, shows how far it is, and then on which rows it has failed. */
export function BulkDialog<Target extends BulkTarget>(props: BulkDialogProps<Target>) {
  const { action, targets, onClose } = props;
  return (
    <Dialog
      title={action ? t('moderation.bulk.title', { action: action.label, count: targets.length }) : ''}
      description={action?.effect ?? ''}
      open={action !== null}
      onOpenChange={(open) => !open && onClose()}
    >
      {action && <BulkForm {...props} action={action} />}
    </Dialog>
  );
}

function BulkForm<Target extends BulkTarget>({
  action,
  targets,
  onClose,
  onDone,
}: BulkDialogProps<Target> & { action: BulkAction<Target> }) {
  const [reason, setReason] = useState('');
  const [done, setDone] = useState<number | null>(null);
  const [failures, setFailures] = useState<readonly (RowFailure & { id: string })[] | null>(null);
  const [problem, setProblem] = useState<string>();
  /** Whether the dialog shows a problem after the form was submitted. */
  const staysOpen = useRef(false);
  const { mutateAsync } = useAdminAction();
  const submit = async () => {
    const issue = action.reason ? adminReason.safeParse(reason).error?.issues[0] : undefined;
    setProblem(issue?.message);
    staysOpen.current = issue !== undefined;
    if (issue) return;
    setDone(0);
    await mutateAsync(async () => {
      const failed = await runForEach(targets, (target) => action.run(target, reason.trim()), setDone);
      staysOpen.current = failed.length > 0;
      if (failed.length > 0) setFailures(failed);
    });
    if (staysOpen.current) return;
    onDone();
    toast.success(t('moderation.bulk.done', { count: targets.length }));
  };
  if (failures) return <Failures failures={failures} total={targets.length} onClose={onClose} />;
  const others = targets.length - NAMES_SHOWN;
  return (
    <DialogForm
      action={action.label}
      isDanger={action.danger ?? false}
      onSubmit={submit}
      onClose={() => !staysOpen.current && onClose()}
      onCancel={onClose}
    >
      {() => (
        <>
          <ul className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto text-sm">
            {targets.slice(0, NAMES_SHOWN).map(({ id, name }) => (
              <li key={id} className="max-w-full truncate rounded-full bg-surface-2 px-2.5 py-0.5">
                <bdi>{name}</bdi>
              </li>
            ))}
            {others > 0 && (
              <li className="px-1 py-0.5 text-muted">{t('moderation.bulk.others', { count: others })}</li>
            )}
          </ul>
          {action.more}
          {action.reason && (
            <Field label={t('moderation.reason')} hint={action.reason} error={problem}>
              {(control) => (
                <Textarea
                  {...control}
                  dir="auto"
                  rows={3}
                  value={reason}
                  onChange={({ target }) => setReason(target.value)}
                />
              )}
            </Field>
          )}
          {done !== null && (
            <progress
              value={done}
              max={targets.length}
              aria-label={t('moderation.bulk.progress')}
              className="h-1.5 w-full"
            />
          )}
        </>
      )}
    </DialogForm>
  );
}

interface FailuresProps {
  failures: readonly (RowFailure & { id: string })[];
  total: number;
  onClose: () => void;
}

function Failures({ failures, total, onClose }: FailuresProps) {
  return (
    <div className="flex flex-col gap-4">
      <p role="alert" className="font-medium">
        {t('moderation.bulk.failed', { done: total - failures.length, failed: failures.length })}
      </p>
      <ul className="flex max-h-72 flex-col divide-y divide-line overflow-y-auto text-sm">
        {failures.map(({ id, name, reason }) => (
          <li key={id} className="flex flex-col py-2 [overflow-wrap:anywhere]">
            <bdi className="font-medium">{name}</bdi>
            <span className="text-muted">{reason}</span>
          </li>
        ))}
      </ul>
      <div className="flex justify-end">
        <Button onClick={onClose}>{t('moderation.bulk.close')}</Button>
      </div>
    </div>
  );
}
