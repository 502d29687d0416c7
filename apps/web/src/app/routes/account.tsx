import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { AccountSettings, SecuritySettings } from '@/features/identity/index.ts';
import { useDocumentTitle } from '@/lib/document-title.ts';
import { instanceQuery } from '@/lib/instance.ts';
import { useSession } from '@/lib/session.ts';
import { ProfileLayout } from '../profile-layout.tsx';

export function AccountPage() {
  useDocumentTitle('Account');
  const { user } = useSession();
  const navigate = useNavigate();
  return (
    <ProfileLayout title="Account">
      {user && <AccountSettings username={user.username} onDeleted={() => navigate({ to: '/' })} />}
    </ProfileLayout>
  );
}

export function SecurityPage() {
  useDocumentTitle('Security');
  const ways = useQuery(instanceQuery).data?.signIn;
  return (
    <ProfileLayout title="Security">
      <SecuritySettings passkeys={ways?.passkey ?? false} />
    </ProfileLayout>
  );
}
