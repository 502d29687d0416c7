import { type Invitation, type NewInvitation, newInvitation } from '@tributary/contracts/identity';
import { Trash2 } from 'lucide-react';
import { call } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApi, useApiMutation } from '@/lib/api/use-api.ts';
import { wholeOf } from '@/lib/format/number-fields.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { CopyField } from '@/ui/forms/copy-field.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { Moment } from '@/ui/time.tsx';

const INVALIDATES = ['GET /api/admin/invitations'] as const;

/** The link that opens the form to sign up with the code in it. */
const linkOf = (code: string): string => `${location.origin}/register#invitation=${code}`;

/** Creates invitations, and lists those that exist with their links. */
export function InvitationList() {
  const invitations = useApi('GET /api/admin/invitations');
  return (
    <section aria-label={t('admin.registration.invitations')} className="flex flex-col gap-6">
      <h3 className="font-semibold">{t('admin.registration.invitations')}</h3>
      <InvitationForm />
      {invitations.data ? (
        invitations.data.invitations.length === 0 ? (
          <p className="text-muted text-sm">{t('admin.registration.none')}</p>
        ) : (
          <ul className="flex flex-col divide-y divide-line">
            {invitations.data.invitations.map((invitation) => (
              <InvitationRow key={invitation.id} {...invitation} />
            ))}
          </ul>
        )
      ) : invitations.isError ? (
        <ErrorState message={messageOf(invitations.error)} onRetry={() => void invitations.refetch()} />
      ) : (
        <Skeleton className="h-24" />
      )}
    </section>
  );
}

function InvitationForm() {
  const create = useApiMutation((body: NewInvitation) => call('POST /api/admin/invitations', { body }), {
    invalidates: INVALIDATES,
  });
  const { form, submit, errors, busy } = useProblemForm({
    schema: newInvitation,
    text: {
      editOf: ({ note, maxUses, days }: { note: string; maxUses: string; days: string }) => ({
        note,
        maxUses: wholeOf(maxUses),
        days: days.trim() === '' ? null : wholeOf(days),
      }),
    },
    defaultValues: { note: '', maxUses: '1', days: '7' },
    send: async (values) => {
      await create.mutateAsync(values);
      form.reset();
      toast.success(t('admin.registration.created'));
    },
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-2">
      <Field label={t('admin.registration.note')} error={errors.note?.message ?? errors.root?.message}>
        {(control) => <Input {...control} {...form.register('note')} dir="auto" />}
      </Field>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <Field label={t('admin.registration.uses')} error={errors.maxUses?.message}>
          {(control) => <Input {...control} {...form.register('maxUses')} inputMode="numeric" />}
        </Field>
        <Field
          label={t('admin.registration.days')}
          hint={t('admin.registration.daysHint')}
          error={errors.days?.message}
        >
          {(control) => <Input {...control} {...form.register('days')} inputMode="numeric" />}
        </Field>
      </div>
      <div>
        <Button type="submit" variant="secondary" busy={busy}>
          {t('admin.registration.create')}
        </Button>
      </div>
    </form>
  );
}

function InvitationRow({ id, code, note, uses, maxUses, expiresAt }: Invitation) {
  const remove = useApiMutation(() => call('DELETE /api/admin/invitations/:id', { params: { id } }), {
    invalidates: INVALIDATES,
  });
  return (
    <li className="flex flex-col gap-2 py-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1 text-sm">
          <p className="font-medium [overflow-wrap:anywhere]">
            <bdi>{note || t('admin.registration.noNote')}</bdi>
          </p>
          <p className="text-muted">
            {t('admin.registration.used', { uses, maxUses })}
            {expiresAt !== null && (
              <>
                {' · '}
                {t('admin.registration.expires')} <Moment at={expiresAt} />
              </>
            )}
          </p>
        </div>
        <Button
          variant="quiet"
          size="icon"
          aria-label={t('admin.registration.delete', { note: note || t('admin.registration.noNote') })}
          busy={remove.isPending}
          onClick={() =>
            remove.mutate(undefined, {
              onError: (error) => toast.failure(t('admin.registration.notDeleted'), error),
            })
          }
        >
          <Trash2 size={16} aria-hidden="true" />
        </Button>
      </div>
      <CopyField label={t('admin.registration.link')} value={linkOf(code)} />
    </li>
  );
}
