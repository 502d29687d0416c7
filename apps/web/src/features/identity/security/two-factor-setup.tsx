import { useRef, useState } from 'react';
import { call } from '@/lib/api/client.ts';
import { useScript } from '@/lib/browser/use-script.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { CopyField } from '@/ui/forms/copy-field.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { CodeInput, FormError } from '../forms/form-parts.tsx';
import { authenticatorCode } from '../forms/schemas.ts';

export interface SetupKeys {
  totpUri: string;
  backupCodes: string[];
}

interface TwoFactorSetupProps {
  keys: SetupKeys;
  onDone: () => Promise<void>;
  onCancel: () => void;
}

/** Shows the secret for the app, and asks for a first code to confirm it. */
export function TwoFactorSetup({ keys, onDone, onCancel }: TwoFactorSetupProps) {
  const { form, submit, errors, busy } = useProblemForm({
    schema: authenticatorCode,
    defaultValues: { code: '' },
    send: async (body) => {
      await call('POST /api/auth/two-factor/verify-totp', { body });
      await onDone();
    },
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <p>{t('identity.twoFactor.scan')}</p>
        <ScannedKey totpUri={keys.totpUri} />
        <CopyField label={t('identity.twoFactor.key')} value={secretOf(keys.totpUri)} />
      </div>
      <div className="flex flex-col gap-2">
        <p>{t('identity.twoFactor.enter')}</p>
        <FormError message={errors.root?.message} />
        <Field label={t('identity.code.label')} error={errors.code?.message}>
          {(control) => <CodeInput {...control} {...form.register('code')} />}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={busy}>
            {t('identity.twoFactor.turnOn')}
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
        </div>
      </div>
    </form>
  );
}

const secretOf = (totpUri: string): string => new URL(totpUri).searchParams.get('secret') ?? totpUri;

const load = () => import('@/ui/media/qr-code.tsx');

/** The key as a QR code, whose script loads on demand. If it fails, the key below can be typed. */
export function ScannedKey({ totpUri }: { totpUri: string }) {
  const [failed, setFailed] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const QrCode = useScript(load, !failed, () => setFailed(true));
  const retry = () => {
    // The button disappears.
    place.current?.focus();
    setFailed(false);
  };
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {QrCode ? (
        <QrCode text={totpUri} label={t('identity.twoFactor.qr')} />
      ) : failed ? (
        <div role="alert" className="flex flex-col items-start gap-3 text-muted">
          <p>{t('identity.twoFactor.noQr')}</p>
          <Button variant="secondary" size="sm" onClick={retry}>
            {t('ui.tryAgain')}
          </Button>
        </div>
      ) : (
        <Skeleton className="size-48" />
      )}
    </div>
  );
}
