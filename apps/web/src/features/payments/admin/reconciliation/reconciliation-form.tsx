import { useNavigate } from '@tanstack/react-router';
import { type ReconciliationRequest, reconciliationRequest } from '@tributary/contracts/payments';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApi, useApiMutation } from '@/lib/api/use-api.ts';
import { DAY_MS } from '@/lib/format/durations.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, Select } from '@/ui/forms/inputs.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { providerName } from '../../shared/provider-texts.ts';

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Starts a report, by default about the last 30 days. */
export function ReconciliationForm() {
  const navigate = useNavigate();
  const providers = useApi('GET /api/admin/payment-providers');
  const start = useApiMutation('POST /api/admin/reconciliations', {
    invalidates: ['GET /api/admin/reconciliations'],
  });
  const usable = (providers.data?.providers ?? []).filter(({ isTest }) => isTest !== null);
  /** Defaults to the first provider. */
  const providerOf = (chosen: string) => chosen || (usable[0]?.name ?? '');
  const { form, submit, errors, busy } = useProblemForm({
    schema: reconciliationRequest,
    defaultValues: { provider: '', since: dayOf(Date.now() - 30 * DAY_MS), until: dayOf(Date.now()) },
    text: {
      editOf: ({ provider, ...days }: ReconciliationRequest) => ({
        provider: providerOf(provider),
        ...days,
      }),
    },
    send: (body) => start.mutateAsync({ body }),
    onSaved: ({ id }) => void navigate({ to: '/dashboard/admin/money/reconciliation/$id', params: { id } }),
  });

  return (
    <form
      onSubmit={submit}
      noValidate
      className="grid items-start gap-x-4 gap-y-2 sm:grid-cols-3 lg:grid-cols-[12rem_12rem_12rem_auto]"
    >
      <Field
        label={t('payments.admin.provider.label')}
        error={
          errors.provider?.message ?? (providers.isLoadingError ? messageOf(providers.error) : undefined)
        }
        hint={providers.data && usable.length === 0 ? t('payments.admin.report.noProvider') : undefined}
      >
        {(control) => (
          <Select
            {...control}
            value={providerOf(form.watch('provider'))}
            disabled={usable.length === 0}
            onChange={({ target }) => form.setValue('provider', target.value)}
          >
            {usable.map(({ name, label }) => (
              <option key={name} value={name}>
                {providerName(name, label)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('payments.admin.report.firstDay')} error={errors.since?.message}>
        {(control) => <Input {...control} {...form.register('since')} type="date" />}
      </Field>
      <Field label={t('payments.admin.report.lastDay')} error={errors.until?.message ?? errors.root?.message}>
        {(control) => <Input {...control} {...form.register('until')} type="date" />}
      </Field>
      <Button type="submit" className="h-11 justify-self-start lg:mt-[1.625rem]" busy={busy}>
        {t('payments.admin.report.start')}
      </Button>
    </form>
  );
}
