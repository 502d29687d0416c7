import { type FormEvent, useState } from 'react';
import { messageOf } from '@/lib/query.ts';
import { useApi, useApiMutation } from '@/lib/use-api.ts';
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
    failure: 'Couldn’t disconnect',
  });
  if (query.isLoadingError) return <LoadFailure what="your crypto account" query={query} />;
  if (!account?.isAvailable) return null;
  const first = account.addresses?.[0];
  return (
    <Section title="Crypto payments">
      <p className="max-w-[68ch] text-muted">
        Viewers pay straight to addresses of your own wallet, and each payment has a new one. The platform’s
        fee is taken from your balance here. Use an account of your wallet for this instance alone.
      </p>
      {first && !isEditing ? (
        <div className="flex max-w-2xl flex-col items-start gap-4">
          <CopyField label="First address of your account" value={first} />
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => setEditing(true)}>
              Change account
            </Button>
            <Button variant="quiet" busy={unlink.isPending} onClick={() => unlink.mutate()}>
              Disconnect
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
    failure: 'Couldn’t connect',
    onSuccess() {
      toast.success('Crypto payments connected');
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
        label="Extended public key"
        hint="It starts with xpub. Your wallet exports it for an Ethereum account. Never enter a private key or a recovery phrase."
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
          <p>Compare these with the first addresses in your wallet. Connect only if they are the same.</p>
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
            Connect
          </Button>
        ) : (
          <Button type="submit" busy={preview.isPending}>
            Show addresses
          </Button>
        )}
        {canCancel && (
          <Button variant="secondary" onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
