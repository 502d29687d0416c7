import type { ProviderStatus } from '@tributary/contracts/payments';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { schemaText } from '@/lib/messages/schema-text.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { PasswordInput } from '@/ui/forms/inputs.tsx';
import { keyName } from '../../shared/provider-texts.ts';

/** The keys of a provider. The server never returns them, so the form starts empty and replaces all of them. */
export function KeysForm({ provider, onDone }: { provider: ProviderStatus; onDone: () => void }) {
  const { name, label, fields } = provider;
  const [keys, setKeys] = useState<Record<string, string>>({});
  const save = useApiMutation('PUT /api/admin/payment-providers/:provider/keys', {
    invalidates: ['GET /api/admin/payment-providers'],
  });
  const problemOf = (field: string) =>
    save.error instanceof ApiProblem ? save.error.fieldError(`/keys/${field}`) : undefined;
  const isPlaced = fields.some((field) => problemOf(field.name) !== undefined);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const given = Object.entries(keys).filter(([, value]) => value.trim() !== '');
    try {
      await save.mutateAsync({ params: { provider: name }, body: { keys: Object.fromEntries(given) } });
      toast.success(t('payments.admin.keys.saved', { name: label }));
      onDone();
    } catch {
      // The form shows errors at the fields, or below them.
    }
  };

  return (
    <form onSubmit={submit} noValidate autoComplete="off" className="flex flex-col gap-3">
      <p className="text-muted text-sm">{t('payments.admin.keys.lead')}</p>
      {fields.map((field) => (
        <Field
          key={field.name}
          label={keyName(name, field.name, field.label)}
          hint={
            [
              field.isRequired ? null : t('payments.admin.keys.optional'),
              field.hint === null ? null : schemaText(field.hint),
            ]
              .filter(Boolean)
              .join(' ') || undefined
          }
          error={problemOf(field.name)}
        >
          {(control) => (
            <PasswordInput
              {...control}
              what={keyName(name, field.name, field.label)}
              autoComplete="off"
              value={keys[field.name] ?? ''}
              onChange={({ target }) => setKeys({ ...keys, [field.name]: target.value })}
            />
          )}
        </Field>
      ))}
      {save.error && !isPlaced && (
        <p role="alert" className="text-live text-sm">
          {messageOf(save.error)}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending}>
          {t('payments.admin.keys.save')}
        </Button>
        <Button variant="secondary" onClick={onDone}>
          {t('ui.cancel')}
        </Button>
      </div>
    </form>
  );
}
