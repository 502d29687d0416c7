import {
  type OwnTier,
  TIER_PRICE_MAX_CENTS,
  TIER_PRICE_MIN_CENTS,
  type TierEdit,
  tierEdit,
} from '@tributary/contracts/memberships';
import { call } from '@/lib/api/client.ts';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { centsOf } from '@/lib/format/number-fields.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, Textarea } from '@/ui/forms/inputs.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { TIERS } from '../queries.ts';
import { EMPTY, editOf, valuesOf } from './tier-form-values.ts';

interface TierFormProps {
  /** Null for a new tier. */
  tier: OwnTier | null;
  currency: string;
  onSaved: (tier: OwnTier) => void;
}

/** The form for a tier's benefits and prices. */
export function TierForm({ tier, currency, onSaved }: TierFormProps) {
  const save = useApiMutation(
    (body: TierEdit) =>
      tier
        ? call('PUT /api/me/tiers/:id', { params: { id: tier.id }, body })
        : call('POST /api/me/tiers', { body }),
    { invalidates: TIERS },
  );
  const { form, submit, errors, busy } = useProblemForm({
    schema: tierEdit,
    values: tier ? valuesOf(tier) : EMPTY,
    text: { editOf, currency },
    send: save.mutateAsync,
    valuesOf,
    onSaved,
    failure: t('memberships.form.notSaved'),
  });
  const figure = { inputMode: 'decimal', className: 'tabular-nums', autoComplete: 'off' } as const;

  return (
    <form onSubmit={submit} noValidate className="@container flex flex-col gap-3">
      <Field label={t('memberships.form.name')} error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} dir="auto" autoComplete="off" />}
      </Field>
      <Field
        label={t('memberships.form.description')}
        error={errors.description?.message}
        hint={t('memberships.form.descriptionHint')}
      >
        {(control) => <Textarea {...control} {...form.register('description')} dir="auto" />}
      </Field>
      <Field
        label={t('memberships.form.benefits')}
        error={errors.benefits?.message}
        hint={t('memberships.form.benefitsHint')}
      >
        {(control) => <Textarea {...control} {...form.register('benefits')} dir="auto" rows={4} />}
      </Field>
      <div className="grid gap-x-4 gap-y-3 @md:grid-cols-3">
        <Field
          label={t('memberships.form.monthly', { currency })}
          error={errors.priceMonthly?.message}
          hint={t('memberships.form.range', {
            min: formatMoney(TIER_PRICE_MIN_CENTS, currency),
            max: formatMoney(TIER_PRICE_MAX_CENTS, currency),
          })}
        >
          {(control) => <Input {...control} {...form.register('priceMonthly')} {...figure} />}
        </Field>
        <Field
          label={t('memberships.form.yearly', { currency })}
          error={errors.priceYearly?.message}
          hint={perMonth(centsOf(form.watch('priceYearly')), currency)}
        >
          {(control) => <Input {...control} {...form.register('priceYearly')} {...figure} />}
        </Field>
        <Field
          label={t('memberships.form.trial')}
          error={errors.trialDays?.message}
          hint={t('memberships.form.trialHint')}
        >
          {(control) => (
            <Input {...control} {...form.register('trialDays')} {...figure} inputMode="numeric" />
          )}
        </Field>
      </div>
      <div className="mt-3">
        <Button type="submit" busy={busy} disabled={tier !== null && !form.formState.isDirty}>
          {tier ? t('memberships.form.save') : t('memberships.own.create')}
        </Button>
      </div>
    </form>
  );
}

const perMonth = (yearlyCents: number, currency: string): string =>
  yearlyCents > 0
    ? t('memberships.form.perMonth', { price: formatMoney(Math.round(yearlyCents / 12), currency) })
    : t('memberships.form.free');
