import { useNavigate } from '@tanstack/react-router';
import { reconciliationRequest } from '@tributary/contracts/payments';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '@/lib/api.ts';
import { DAY_MS } from '@/lib/durations.ts';
import { messageOf } from '@/lib/query.ts';
import { useApi, useApiMutation } from '@/lib/use-api.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, Select } from '@/ui/forms/inputs.tsx';

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Starts a report. Offers the last 30 days. */
export function ReconciliationForm() {
  const navigate = useNavigate();
  const providers = useApi('GET /api/admin/payment-providers');
  const start = useApiMutation('POST /api/admin/reconciliations', {
    invalidates: ['GET /api/admin/reconciliations'],
  });
  const [chosen, setChosen] = useState<string>();
  const [since, setSince] = useState(() => dayOf(Date.now() - 30 * DAY_MS));
  const [until, setUntil] = useState(() => dayOf(Date.now()));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const usable = (providers.data?.providers ?? []).filter(({ isTest }) => isTest !== null);
  const provider = chosen ?? usable[0]?.name;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { data, error } = reconciliationRequest.safeParse({ provider, since, until });
    setProblems(
      Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message])),
    );
    if (!data) return;
    try {
      const { id } = await start.mutateAsync({ body: data });
      await navigate({ to: '/dashboard/admin/money/reconciliation/$id', params: { id } });
    } catch (problem) {
      const named = problem instanceof ApiProblem ? problem.fieldError('/until') : undefined;
      setProblems({ until: named ?? messageOf(problem) });
    }
  };

  return (
    <form
      onSubmit={submit}
      noValidate
      className="grid items-start gap-x-4 gap-y-2 sm:grid-cols-3 lg:grid-cols-[12rem_12rem_12rem_auto]"
    >
      <Field
        label="Provider"
        error={problems.provider ?? (providers.isLoadingError ? messageOf(providers.error) : undefined)}
        hint={providers.data && usable.length === 0 ? 'No provider is set up.' : undefined}
      >
        {(control) => (
          <Select
            {...control}
            value={provider ?? ''}
            disabled={usable.length === 0}
            onChange={({ target }) => setChosen(target.value)}
          >
            {usable.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="First day (UTC)" error={problems.since}>
        {(control) => (
          <Input {...control} type="date" value={since} onChange={({ target }) => setSince(target.value)} />
        )}
      </Field>
      <Field label="Last day (UTC)" error={problems.until}>
        {(control) => (
          <Input {...control} type="date" value={until} onChange={({ target }) => setUntil(target.value)} />
        )}
      </Field>
      <Button type="submit" className="h-11 justify-self-start lg:mt-[1.625rem]" busy={start.isPending}>
        Start report
      </Button>
    </form>
  );
}
