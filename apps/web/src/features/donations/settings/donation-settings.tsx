/** A creator's donation settings: whether donations are open, suggested amounts, and the goal. */
import {
  DONATION_PRESETS_MAX,
  type DonationPageEdit,
  donationGoalEdit,
  donationPageEdit,
  type OwnDonationPage,
} from '@tributary/contracts/donations';
import { useState } from 'react';
import { apiQuery } from '@/lib/api/api-query.ts';
import { useApi, useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { Setting } from '@/ui/forms/setting.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { GoalProgress } from '../channel/goal-progress.tsx';
import {
  goalEditOf,
  goalValuesOf,
  type PresetsValues,
  presetsEditOf,
  presetsValuesOf,
} from './donation-settings-values.ts';

const answers = apiQuery('GET /api/me/donation-page');

const saved = () => toast.success(t('donations.saved'));

export function DonationSettings() {
  return (
    <Loaded query={useApi('GET /api/me/donation-page')} height="h-[64rem] lg:h-[46rem]">
      {(page) => (
        <>
          <Setting title={t('donations.settings.title')} lead={t('donations.settings.lead')}>
            <PageSettings page={page} />
          </Setting>
          <Setting title={t('donations.goal.title')} lead={t('donations.goal.lead')}>
            <GoalSettings page={page} />
          </Setting>
        </>
      )}
    </Loaded>
  );
}

function PageSettings({ page }: { page: OwnDonationPage }) {
  const { isOpen, showsRecent, presets } = page;
  const save = useApiMutation('PUT /api/me/donation-page', { answers });
  const change = useApiMutation('PUT /api/me/donation-page', { answers, failure: t('donations.notSaved') });
  const { form, submit, errors, busy } = useProblemForm({
    schema: donationPageEdit,
    values: presetsValuesOf(page),
    text: {
      editOf: (entered: PresetsValues) => presetsEditOf(entered, { isOpen, showsRecent }),
      currency: page.currency,
    },
    send: (body) => save.mutateAsync({ body }),
    valuesOf: presetsValuesOf,
    onSaved: saved,
    failure: t('donations.notSaved'),
  });
  const switchTo = (edit: Partial<DonationPageEdit>) =>
    change.mutate({ body: { isOpen, showsRecent, presets, ...edit } });
  return (
    <div className="flex flex-col gap-6">
      <Switch
        label={t('donations.settings.take')}
        hint={t('donations.settings.takeHint')}
        checked={isOpen}
        onChange={(checked) => switchTo({ isOpen: checked })}
      />
      <Switch
        label={t('donations.settings.showRecent')}
        hint={t('donations.settings.showRecentHint')}
        checked={showsRecent}
        onChange={(checked) => switchTo({ showsRecent: checked })}
      />
      <form onSubmit={submit} noValidate className="flex flex-col items-start gap-2">
        <div className="w-full">
          <Field
            label={t('donations.settings.presets')}
            error={errors.presets?.message}
            hint={t('donations.settings.presetsHint', { max: DONATION_PRESETS_MAX, currency: page.currency })}
          >
            {(control) => <Input {...control} {...form.register('presets')} className="tabular-nums" />}
          </Field>
        </div>
        <Button type="submit" busy={busy}>
          {t('donations.save')}
        </Button>
      </form>
    </div>
  );
}

function GoalSettings({ page }: { page: OwnDonationPage }) {
  const save = useApiMutation('PUT /api/me/donation-goal', { answers });
  const remove = useApiMutation('DELETE /api/me/donation-goal', {
    answers,
    failure: t('donations.goal.notRemoved'),
  });
  const [editing, setEditing] = useState(false);
  const { form, submit, errors, busy } = useProblemForm({
    schema: donationGoalEdit,
    values: goalValuesOf(page),
    text: { editOf: goalEditOf, currency: page.currency },
    send: (body) => save.mutateAsync({ body }),
    valuesOf: goalValuesOf,
    onSaved: () => {
      setEditing(false);
      saved();
    },
    failure: t('donations.notSaved'),
  });
  if (page.goal && !editing) {
    return (
      <div className="flex flex-col gap-4">
        <GoalProgress goal={page.goal} currency={page.currency} />
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => setEditing(true)}>
            {t('donations.goal.edit')}
          </Button>
          <Button variant="quiet" busy={remove.isPending} onClick={() => remove.mutate()}>
            {t('donations.goal.remove')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form onSubmit={submit} noValidate className="@container flex flex-col gap-3">
      <Field label={t('donations.goal.name')} error={errors.title?.message}>
        {(control) => <Input {...control} {...form.register('title')} dir="auto" autoComplete="off" />}
      </Field>
      <div className="grid gap-x-4 gap-y-3 @md:grid-cols-2">
        <Field
          label={t('donations.amount.label', { currency: page.currency })}
          error={errors.targetAmount?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register('targetAmount')}
              inputMode="decimal"
              className="tabular-nums"
            />
          )}
        </Field>
        <Field
          label={t('donations.goal.endDate')}
          error={errors.endsAt?.message}
          hint={t('donations.goal.optional')}
        >
          {(control) => <Input {...control} {...form.register('endsAt')} type="date" />}
        </Field>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {page.goal ? t('donations.goal.save') : t('donations.goal.set')}
        </Button>
        {editing && (
          <Button variant="secondary" onClick={() => setEditing(false)}>
            {t('ui.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}
