import { useState } from 'react';
import { call } from '@/lib/api.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { useRefreshSecurity } from '../queries.ts';
import { BackupCodes } from './backup-codes.tsx';
import { type Proof, ReauthenticationDialog } from './reauthentication-dialog.tsx';
import { type SetupKeys, TwoFactorSetup } from './two-factor-setup.tsx';

interface TwoFactorSettingProps {
  enabled: boolean;
  backupCodesLeft: number;
  hasPassword: boolean;
}

type Asked = 'enable' | 'disable' | 'replace';

const QUESTIONS = {
  enable: {
    title: 'Set up an authenticator app',
    lead: 'First, confirm it’s you.',
    action: 'Continue',
  },
  disable: {
    title: 'Turn off two-factor authentication?',
    lead: 'You’ll sign in with just your password.',
    action: 'Turn off',
    danger: true,
  },
  replace: {
    title: 'Get new backup codes?',
    lead: 'Your current codes stop working.',
    action: 'Get new codes',
  },
};

/** Two-factor authentication: off, being set up, or on with backup codes. */
export function TwoFactorSetting({ enabled, backupCodesLeft, hasPassword }: TwoFactorSettingProps) {
  const refresh = useRefreshSecurity();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [keys, setKeys] = useState<SetupKeys | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  const proved: Record<Asked, (body: Proof) => Promise<unknown>> = {
    enable: async (body) => setKeys(await call('POST /api/auth/two-factor/enable', { body })),
    disable: async (body) => {
      await call('POST /api/auth/two-factor/disable', { body });
      setCodes(null);
      toast.success('Two-factor authentication is off');
      await refresh();
    },
    replace: async (body) => {
      setCodes((await call('POST /api/auth/two-factor/backup-codes', { body })).backupCodes);
      await refresh();
    },
  };

  return (
    <Setting
      title="Two-factor authentication"
      lead="Adds a six-digit code from your phone, so a stolen password isn’t enough."
    >
      {keys ? (
        <TwoFactorSetup
          keys={keys}
          onDone={async () => {
            await refresh();
            setCodes(keys.backupCodes);
            setKeys(null);
          }}
          onCancel={() => setKeys(null)}
        />
      ) : (
        <div className="flex flex-col gap-5">
          <div className="flex flex-wrap items-center justify-between gap-3">
            {enabled ? <Badge tone="green">On</Badge> : <Badge>Off</Badge>}
            {enabled ? (
              <Button variant="secondary" onClick={() => setAsked('disable')}>
                Turn off
              </Button>
            ) : (
              <Button onClick={() => setAsked('enable')}>Set up</Button>
            )}
          </div>
          {enabled && (
            <div className="flex flex-col gap-3">
              {codes ? (
                <>
                  <p role="status">
                    Store these codes somewhere other than your phone. Each works once, and they won’t be
                    shown again.
                  </p>
                  <BackupCodes codes={codes} />
                </>
              ) : (
                <div className="flex flex-wrap items-center justify-between gap-3">
                  <p className={backupCodesLeft < 3 ? 'text-amber' : 'text-muted'}>
                    {backupCodesLeft === 1 ? '1 backup code left' : `${backupCodesLeft} backup codes left`}
                  </p>
                  <Button variant="secondary" onClick={() => setAsked('replace')}>
                    Get new codes
                  </Button>
                </div>
              )}
            </div>
          )}
        </div>
      )}
      {asked && (
        <ReauthenticationDialog
          {...QUESTIONS[asked]}
          hasPassword={hasPassword}
          open
          onOpenChange={() => setAsked(null)}
          onConfirmed={proved[asked]}
        />
      )}
    </Setting>
  );
}
