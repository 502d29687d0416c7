import {
  type OwnTier,
  TIER_PRICE_MAX_CENTS,
  TIER_PRICE_MIN_CENTS,
  type TierEdit,
  tierEdit,
} from '@tributary/contracts/memberships';
import { formatMoney } from '@tributary/contracts/shared';
import { call } from '@/lib/api.ts';
import { centsOf } from '@/lib/number-fields.ts';
import { useApiMutation } from '@/lib/use-api.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, Textarea } from '@/ui/forms/inputs.tsx';
import { useRecordForm } from '@/ui/forms/record-form.ts';
import { TIERS } from '../queries.ts';
import { EMPTY, editOf, FIELD_OF, valuesOf } from './tier-form-values.ts';

interface TierFormProps {
  /** Null for a new tier. */
  tier: OwnTier | null;
  currency: string;
  onSaved: (tier: OwnTier) => void;
}

/** What a tier offers and costs. */
export function TierForm({ tier, currency, onSaved }: TierFormProps) {
  const save = useApiMutation(
    (body: TierEdit) =>
      tier
        ? call('PUT /api/me/tiers/:id', { params: { id: tier.id }, body })
        : call('POST /api/me/tiers', { body }),
    { invalidates: TIERS },
  );
  const { form, submit } = useRecordForm({
    values: tier ? valuesOf(tier) : EMPTY,
    ...{ schema: tierEdit, currency },
    ...{ editOf, valuesOf, fieldOf: FIELD_OF, onSaved },
    save: (edit) => save.mutateAsync(edit),
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const figure = { inputMode: 'decimal', className: 'tabular-nums', autoComplete: 'off' } as const;

  return (
    <form onSubmit={submit} noValidate className="@container flex flex-col gap-3">
      <Field label="Name" error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} dir="auto" autoComplete="off" />}
      </Field>
      <Field label="Description" error={errors.description?.message} hint="One or two sentences.">
        {(control) => <Textarea {...control} {...form.register('description')} dir="auto" />}
      </Field>
      <Field label="Benefits" error={errors.benefits?.message} hint="One on each line.">
        {(control) => <Textarea {...control} {...form.register('benefits')} dir="auto" rows={4} />}
      </Field>
      <div className="grid gap-x-4 gap-y-3 @md:grid-cols-3">
        <Field
          label={`Monthly price in ${currency}`}
          error={errors.monthly?.message}
          hint={`0 is free. ${formatMoney(TIER_PRICE_MIN_CENTS, currency)} to ${formatMoney(TIER_PRICE_MAX_CENTS, currency)}.`}
        >
          {(control) => <Input {...control} {...form.register('monthly')} {...figure} />}
        </Field>
        <Field
          label={`Yearly price in ${currency}`}
          error={errors.yearly?.message}
          hint={perMonth(centsOf(form.watch('yearly')), currency)}
        >
          {(control) => <Input {...control} {...form.register('yearly')} {...figure} />}
        </Field>
        <Field label="Trial days" error={errors.trialDays?.message} hint="0 for no trial.">
          {(control) => (
            <Input {...control} {...form.register('trialDays')} {...figure} inputMode="numeric" />
          )}
        </Field>
      </div>
      <div className="mt-3">
        <Button type="submit" busy={isSubmitting} disabled={tier !== null && !isDirty}>
          {tier ? 'Save' : 'Create tier'}
        </Button>
      </div>
    </form>
  );
}

const perMonth = (yearlyCents: number, currency: string): string =>
  yearlyCents > 0 ? `${formatMoney(Math.round(yearlyCents / 12), currency)} a month.` : '0 is free.';
