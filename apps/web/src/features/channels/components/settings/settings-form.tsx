import { type StreamSettingsEdit, streamSettingsEdit } from '@tributary/contracts/channels';
import { CATEGORIES, STREAM_LANGUAGES } from '@tributary/contracts/shared';
import { type ReactNode, useState } from 'react';
import { categoryName } from '@/lib/labels/category-names.ts';
import { languageChoices } from '@/lib/labels/language-choices.ts';
import { t } from '@/lib/messages/t.ts';

import { Button } from '@/ui/button.tsx';
import { Combobox } from '@/ui/forms/combobox.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, Select } from '@/ui/forms/inputs.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { Switch } from '@/ui/forms/switch.tsx';
import { TagsField } from './tags-field.tsx';

const NOT_STATED = '';

interface SettingsFormProps {
  settings: StreamSettingsEdit;
  /** @returns the settings as they are now */
  save: (edit: StreamSettingsEdit) => Promise<StreamSettingsEdit>;
  /** The button that saves. It works without a change, too, where `settings` are only proposed. */
  children?: ReactNode;
}

/** The settings of a stream. */
export function SettingsForm({ settings, save, children }: SettingsFormProps) {
  const { form, submit, errors, busy } = useProblemForm({
    schema: streamSettingsEdit,
    values: editOf(settings),
    send: save,
    valuesOf: editOf,
    failure: t('channels.settings.failed'),
  });
  const [tags, isMature, language] = form.watch(['tags', 'isMature', 'language']);
  const [languages] = useState(() => [
    { value: NOT_STATED, label: t('channels.settings.noLanguage') },
    ...languageChoices(),
  ]);

  return (
    <form onSubmit={submit} noValidate className="@container flex flex-col gap-3">
      <div className="grid gap-x-4 gap-y-1 @md:grid-cols-[minmax(0,1fr)_13rem]">
        <Field label={t('channels.settings.title')} error={errors.title?.message}>
          {(control) => <Input {...control} {...form.register('title')} dir="auto" autoComplete="off" />}
        </Field>
        <Field label={t('channels.settings.category')} error={errors.category?.message}>
          {(control) => (
            <Select {...control} {...form.register('category')}>
              {CATEGORIES.map((name) => (
                <option key={name} value={name}>
                  {categoryName(name)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <TagsField
        tags={tags}
        onChange={(next) => form.setValue('tags', next, { shouldDirty: true })}
        error={errors.tags?.message ?? errors.tags?.find?.((tag) => tag !== undefined)?.message}
      />
      <Field
        label={t('channels.settings.language')}
        hint={t('channels.settings.languageHint')}
        error={errors.language?.message}
      >
        {(control) => (
          <Combobox
            control={control}
            options={languages}
            value={language ?? NOT_STATED}
            onChange={(next) =>
              form.setValue('language', STREAM_LANGUAGES.find((one) => one === next) ?? null, {
                shouldDirty: true,
              })
            }
            emptyText={t('channels.settings.languageUnknown')}
          />
        )}
      </Field>
      <Switch
        label={t('channels.settings.mature')}
        hint={t('channels.settings.matureHint')}
        checked={isMature}
        onChange={(next) => form.setValue('isMature', next, { shouldDirty: true })}
      />
      <div className="mt-4">
        {children ? (
          <Button type="submit" size="lg" busy={busy}>
            {children}
          </Button>
        ) : (
          <Button type="submit" variant="secondary" busy={busy} disabled={!form.formState.isDirty}>
            {t('channels.settings.save')}
          </Button>
        )}
      </div>
    </form>
  );
}

const editOf = ({
  title,
  category,
  tags,
  isMature,
  language = null,
}: StreamSettingsEdit): StreamSettingsEdit => ({
  title,
  category,
  tags,
  isMature,
  language,
});
