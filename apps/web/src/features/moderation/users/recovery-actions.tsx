import type { AdminUserDetail } from '@tributary/contracts/moderation';
import { useState } from 'react';
import { call, type Response } from '@/lib/api/client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { CopyField } from '@/ui/forms/copy-field.tsx';
import { Section } from '@/ui/layout.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { DialogForm } from '@/ui/overlays/dialog-form.tsx';
import { Moment } from '@/ui/time.tsx';
import type { AdminAction } from '../action-dialog.tsx';
import { failureOf, useAdminAction } from '../queries.ts';
import { mailResetAction, removeSecondFactorAction } from './user-actions.ts';

interface RecoveryActionsProps {
  user: AdminUserDetail;
  onAction: (action: AdminAction) => void;
}

/** Help for people who have lost their password or their second factor. The account is told of each. */
export function RecoveryActions({ user, onAction }: RecoveryActionsProps) {
  const [isMaking, setIsMaking] = useState(false);
  return (
    <Section title={t('moderation.recovery.title')}>
      <p className="max-w-prose text-muted text-sm">{t('moderation.recovery.lead')}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => onAction(mailResetAction(user))}>
          {t('moderation.recovery.mail')}
        </Button>
        <Button variant="secondary" onClick={() => setIsMaking(true)}>
          {t('moderation.recovery.link')}
        </Button>
        {user.twoFactorEnabled && (
          <Button variant="secondary" onClick={() => onAction(removeSecondFactorAction(user))}>
            {t('moderation.recovery.factor')}
          </Button>
        )}
      </div>
      <Dialog
        title={t('moderation.recovery.linkTitle', { username: user.username })}
        description={t('moderation.recovery.linkEffect')}
        open={isMaking}
        onOpenChange={setIsMaking}
      >
        {isMaking && <LinkForm id={user.id} onClose={() => setIsMaking(false)} />}
      </Dialog>
    </Section>
  );
}

type ResetLink = Response<'POST /api/admin/users/:id/password-reset/link'>;

function LinkForm({ id, onClose }: { id: AdminUserDetail['id']; onClose: () => void }) {
  const [link, setLink] = useState<ResetLink | null>(null);
  const { mutateAsync } = useAdminAction();
  const make = () =>
    mutateAsync(async () =>
      setLink(await call('POST /api/admin/users/:id/password-reset/link', { params: { id } })),
    );
  if (link) {
    return (
      <div className="flex flex-col gap-4">
        <CopyField label={t('moderation.recovery.onceLink')} value={link.url} onSurface />
        <p className="text-muted text-sm">
          {t('moderation.recovery.linkUntil')} <Moment at={link.expiresAt} />
        </p>
        <div className="flex justify-end">
          <Button onClick={onClose}>{t('moderation.bulk.close')}</Button>
        </div>
      </div>
    );
  }
  return (
    <DialogForm action={t('moderation.recovery.link')} onSubmit={make} onClose={() => {}} onCancel={onClose}>
      {(error) => (
        <p role="alert" className="text-live text-sm empty:hidden">
          {failureOf(error)}
        </p>
      )}
    </DialogForm>
  );
}
