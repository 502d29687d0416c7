import type { AdminPayout } from '@tributary/contracts';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '@/lib/api.ts';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { useSettlePayout } from '../../api/use-admin.ts';
import { formatMoney } from '../../shared/format-money.ts';

/** A payout, and what an admin says became of it. */
export interface PayoutStep {
  readonly payout: AdminPayout;
  readonly status: 'completed' | 'failed';
}

const WORDS = {
  completed: {
    title: 'Mark this payout as paid?',
    effect: 'Do this after the bank has sent the money. The creator sees the reference.',
    label: 'Reference of the bank transfer',
    button: 'Mark as paid',
    done: 'Payout marked as paid',
    danger: false,
  },
  failed: {
    title: 'Mark this payout as failed?',
    effect: 'The money returns to the creator’s balance, and is part of the next payout.',
    label: 'Reason',
    button: 'Mark as failed',
    done: 'Payout marked as failed',
    danger: true,
  },
} as const;

/** @param step null while the dialog is closed */
export function PayoutDialog({ step, onClose }: { step: PayoutStep | null; onClose: () => void }) {
  return (
    <Dialog
      title={step ? WORDS[step.status].title : ''}
      description={step ? describe(step) : ''}
      open={step !== null}
      onOpenChange={(open) => !open && onClose()}
    >
      {step && <PayoutForm step={step} onClose={onClose} />}
    </Dialog>
  );
}

function describe({ payout: { amount, currency, streamer }, status }: PayoutStep): string {
  const to = streamer?.displayName ?? 'a deleted account';
  return `${formatMoney(amount, currency)} to ${to}. ${WORDS[status].effect}`;
}

function PayoutForm({ step: { payout, status }, onClose }: { step: PayoutStep; onClose: () => void }) {
  const [text, setText] = useState('');
  const settle = useSettlePayout(payout.id);
  const { label, button, done, danger } = WORDS[status];
  const { error } = settle;
  const named = error instanceof ApiProblem ? error.problem.errors?.[0]?.detail : undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await settle.mutateAsync(status === 'completed' ? { reference: text } : { reason: text });
      toast.success(done);
      onClose();
    } catch {
      // Shown at the field.
    }
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <Field
        label={label}
        hint={status === 'failed' ? 'The creator sees it.' : undefined}
        error={error ? (named ?? messageOf(error)) : undefined}
      >
        {(control) => (
          <Input
            {...control}
            dir="auto"
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={settle.isPending}>
          {button}
        </Button>
      </div>
    </form>
  );
}
