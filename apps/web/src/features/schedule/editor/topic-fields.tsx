import { CATEGORIES } from '@tributary/contracts/shared';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { categoryName } from '@/lib/labels/category-names.ts';
import { t } from '@/lib/messages/t.ts';
import { Field } from '@/ui/forms/field.tsx';
import { Input, Select } from '@/ui/forms/inputs.tsx';

interface TopicFieldsProps {
  title: UseFormRegisterReturn;
  category: UseFormRegisterReturn;
  errors: {
    readonly title?: { readonly message?: string | undefined } | undefined;
    readonly category?: { readonly message?: string | undefined } | undefined;
  };
}

/** Title and category, of an entry of the schedule or of one of its streams. */
export function TopicFields({ title, category, errors }: TopicFieldsProps) {
  return (
    <>
      <Field label={t('schedule.form.title')} error={errors.title?.message}>
        {(control) => <Input {...control} {...title} dir="auto" autoComplete="off" />}
      </Field>
      <Field label={t('schedule.form.category')} error={errors.category?.message}>
        {(control) => (
          <Select {...control} {...category}>
            <option value="">{t('schedule.form.noCategory')}</option>
            {CATEGORIES.map((name) => (
              <option key={name} value={name}>
                {categoryName(name)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}
