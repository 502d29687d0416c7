import { useNavigate } from '@tanstack/react-router';
import { BlockedPeople } from '@/features/follows/index.ts';
import { AccountSettings, SecuritySettings } from '@/features/identity/index.ts';
import { useInstance } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { ProfileLayout } from '../layouts.tsx';

export function AccountPage() {
  const { user } = useSession();
  const navigate = useNavigate();
  return (
    <ProfileLayout title={t('identity.page.account')}>
      <div className="divide-y divide-line">
        {user && (
          <AccountSettings username={user.username} onDeleted={() => navigate({ to: '/' })}>
            <BlockedPeople />
          </AccountSettings>
        )}
      </div>
    </ProfileLayout>
  );
}

export function SecurityPage() {
  const navigate = useNavigate();
  const ways = useInstance().data?.signIn;
  return (
    <ProfileLayout title={t('identity.page.security')}>
      <div className="divide-y divide-line">
        <SecuritySettings passkeys={ways?.passkey ?? false} onSignedOut={() => navigate({ to: '/' })} />
      </div>
    </ProfileLayout>
  );
}
