import type { AdminSettings } from '@tributary/contracts/instance';
import { t } from '@/lib/messages/t.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Radios } from '@/ui/forms/radios.tsx';
import { useSaveSettings } from '../queries.ts';
import { InvitationList } from './invitation-list.tsx';

/** The people who can create an account, and the invitations where that needs one. */
export function RegistrationSetting({ registration }: Pick<AdminSettings, 'registration'>) {
  const save = useSaveSettings();
  return (
    <div className="flex flex-col gap-8">
      <Radios
        legend={t('admin.registration.who')}
        value={save.isPending ? (save.variables.registration ?? registration) : registration}
        options={[
          ['open', t('admin.registration.open')],
          ['invitation', t('admin.registration.invitation')],
          ['closed', t('admin.registration.closed')],
        ]}
        onChange={(next) =>
          save.mutate(
            { registration: next },
            {
              onSuccess: () => toast.success(t('pages.editor.saved')),
              onError: (error) => toast.failure(t('admin.branding.notSaved'), error),
            },
          )
        }
      />
      {registration === 'invitation' && <InvitationList />}
    </div>
  );
}
