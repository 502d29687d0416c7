import { useState } from 'react';
import { call } from '@/lib/api/client.ts';
import { t } from '@/lib/messages/t.ts';
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
    title: t('identity.twoFactor.enable'),
    lead: t('identity.prove.first'),
    action: t('identity.prove.continue'),
  },
  disable: {
    title: t('identity.twoFactor.disable'),
    lead: t('identity.twoFactor.disableEffect'),
    action: t('identity.twoFactor.turnOff'),
    danger: true,
  },
  replace: {
    title: t('identity.twoFactor.replace'),
    lead: t('identity.twoFactor.replaceEffect'),
    action: t('identity.twoFactor.newCodes'),
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
      toast.success(t('identity.twoFactor.isOff'));
      await refresh();
    },
    replace: async (body) => {
      setCodes((await call('POST /api/auth/two-factor/backup-codes', { body })).backupCodes);
      await refresh();
    },
  };

  return (
    <Setting title={t('identity.twoFactor.title')} lead={t('identity.twoFactor.lead')}>
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
            {enabled ? (
              <Badge tone="green">{t('identity.twoFactor.on')}</Badge>
            ) : (
              <Badge>{t('identity.twoFactor.off')}</Badge>
            )}
            {enabled ? (
              <Button variant="secondary" onClick={() => setAsked('disable')}>
                {t('identity.twoFactor.turnOff')}
              </Button>
            ) : (
              <Button onClick={() => setAsked('enable')}>{t('identity.twoFactor.setUp')}</Button>
            )}
          </div>
          {enabled && (
            <div className="flex flex-col gap-3">
              {codes ? (
                <>
                  <p role="status">{t('identity.twoFactor.store')}</p>
                  <BackupCodes codes={codes} />
                </>
              ) : (
                <div className="flex flex-wrap items-center justify-between gap-3">
                  <p className={backupCodesLeft < 3 ? 'text-amber' : 'text-muted'}>
                    {t('identity.twoFactor.codesLeft', { count: backupCodesLeft })}
                  </p>
                  <Button variant="secondary" onClick={() => setAsked('replace')}>
                    {t('identity.twoFactor.newCodes')}
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
