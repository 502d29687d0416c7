import type { ReactNode } from 'react';
import type { Response } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { useSecurity } from '../queries.ts';
import { PasskeysSetting } from '../security/passkeys-setting.tsx';
import { PasswordSetting } from '../security/password-setting.tsx';
import { SessionsSetting } from '../security/sessions-setting.tsx';
import { TwoFactorSetting } from '../security/two-factor-setting.tsx';
import { DeleteSetting } from './delete-setting.tsx';
import { EmailSetting } from './email-setting.tsx';
import { ExportSetting } from './export-setting.tsx';

type Security = Response<'GET /api/me/security'>;

interface AccountSettingsProps {
  username: string;
  /** Leaves pages that need the account. */
  onDeleted: () => Promise<unknown>;
  /** More settings, before the deletion of the account. */
  children: ReactNode;
}

/** Email address, data export and account deletion. */
export function AccountSettings({ username, onDeleted, children }: AccountSettingsProps) {
  return (
    <WithSecurity>
      {({ email, emailVerified, hasPassword }) => (
        <>
          <EmailSetting email={email} verified={emailVerified} hasPassword={hasPassword} />
          <ExportSetting username={username} />
          {children}
          <DeleteSetting username={username} hasPassword={hasPassword} onDeleted={onDeleted} />
        </>
      )}
    </WithSecurity>
  );
}

interface SecuritySettingsProps {
  /** Whether the instance offers them. */
  passkeys: boolean;
  /** Leaves pages that need an account. */
  onSignedOut: () => Promise<unknown>;
}

/** Password, two-factor authentication, passkeys and devices. */
export function SecuritySettings({ passkeys, onSignedOut }: SecuritySettingsProps) {
  const { isFetched } = useSecurity();
  return (
    <>
      <WithSecurity>
        {(security) => (
          <>
            <PasswordSetting hasPassword={security.hasPassword} email={security.email} />
            <TwoFactorSetting {...security.twoFactor} hasPassword={security.hasPassword} />
            {passkeys && (
              <PasskeysSetting
                passkeys={security.passkeys}
                hasPassword={security.hasPassword}
                twoFactor={security.twoFactor.enabled}
              />
            )}
          </>
        )}
      </WithSecurity>
      {/* Shown once the settings above have loaded, so that it doesn't move. */}
      {isFetched && <SessionsSetting onSignedOut={onSignedOut} />}
    </>
  );
}

function WithSecurity({ children }: { children: (security: Security) => ReactNode }) {
  const { data, error, isPending, refetch } = useSecurity();
  if (data) return children(data);
  if (isPending) {
    return (
      <div className="flex flex-col gap-8 py-10">
        <Skeleton className="h-24 max-w-3xl" />
        <Skeleton className="h-24 max-w-3xl" />
      </div>
    );
  }
  return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
}
