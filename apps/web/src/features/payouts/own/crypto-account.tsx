import { type FormEvent, useState } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApi, useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { LoadFailure } from '@/ui/feedback/load-failure.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { CopyField } from '@/ui/forms/copy-field.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Textarea } from '@/ui/forms/inputs.tsx';
import { Section } from '@/ui/layout.tsx';

/** A creator's wallet for crypto payments. Renders nothing if the instance takes none. */
export function CryptoAccount() {
  const query = useApi('GET /api/me/crypto-account');
  const { data: account } = query;
  const [isEditing, setEditing] = useState(false);
  const unlink = useApiMutation('DELETE /api/me/crypto-account', {
    invalidates: ['GET /api/me/crypto-account'],
    failure: t('payouts.crypto.notDisconnected'),
  });
  if (query.isLoadingError) return <LoadFailure what={t('payouts.crypto.what')} query={query} />;
  if (!account?.isAvailable) return null;
  const first = account.addresses?.[0];
  return (
    <Section title={t('payouts.crypto.title')}>
      <p className="max-w-[68ch] text-muted">{t('payouts.crypto.lead')}</p>
      {first && !isEditing ? (
        <div className="flex max-w-2xl flex-col items-start gap-4">
          <CopyField label={t('payouts.crypto.first')} value={first} />
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => setEditing(true)}>
              {t('payouts.crypto.change')}
            </Button>
            <Button variant="quiet" busy={unlink.isPending} onClick={() => unlink.mutate()}>
              {t('payouts.crypto.disconnect')}
            </Button>
          </div>
        </div>
      ) : (
        <ConnectForm onDone={() => setEditing(false)} canCancel={first !== undefined} />
      )}
    </Section>
  );
}

function ConnectForm({ onDone, canCancel }: { onDone: () => void; canCancel: boolean }) {
  const [key, setKey] = useState('');
  const preview = useApiMutation('POST /api/me/crypto-account/preview');
  const link = useApiMutation('PUT /api/me/crypto-account', {
    invalidates: ['GET /api/me/crypto-account'],
    failure: t('payouts.crypto.notConnected'),
    onSuccess() {
      toast.success(t('payouts.crypto.connected'));
      onDone();
    },
  });
  const addresses = preview.data?.addresses;
  const [firstAddress] = addresses ?? [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    preview.mutate({ body: { extendedPublicKey: key } });
  };
  const connect = () => {
    if (firstAddress !== undefined) link.mutate({ body: { extendedPublicKey: key, firstAddress } });
  };
  return (
    <form onSubmit={submit} noValidate className="flex max-w-2xl flex-col gap-4">
      <Field
        label={t('payouts.crypto.key')}
        hint={t('payouts.crypto.keyHint')}
        error={preview.error ? messageOf(preview.error) : undefined}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            value={key}
            spellCheck={false}
            autoComplete="off"
            className="break-all font-mono text-sm"
            onChange={({ target }) => {
              setKey(target.value);
              preview.reset();
            }}
          />
        )}
      </Field>
      {addresses && (
        <div role="status" className="flex flex-col gap-2 rounded-media bg-surface-1 p-4 text-sm">
          <p>{t('payouts.crypto.compare')}</p>
          <ol className="flex list-inside list-decimal flex-col gap-1">
            {addresses.map((address) => (
              <li key={address}>
                <code className="break-all font-mono">{address}</code>
              </li>
            ))}
          </ol>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        {addresses ? (
          <Button busy={link.isPending} onClick={connect}>
            {t('payouts.crypto.connect')}
          </Button>
        ) : (
          <Button type="submit" busy={preview.isPending}>
            {t('payouts.crypto.show')}
          </Button>
        )}
        {canCancel && (
          <Button variant="secondary" onClick={onDone}>
            {t('ui.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}
