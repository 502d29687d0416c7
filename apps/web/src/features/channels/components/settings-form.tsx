import { zodResolver } from '@hookform/resolvers/zod';
import { CATEGORIES, type StreamSettings, streamSettings } from '@tributary/contracts';
import { useForm } from 'react-hook-form';
import { ApiProblem } from '@/lib/api.ts';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { Select } from '@/ui/select.tsx';
import { toast } from '@/ui/toaster.tsx';
import { useSaveStreamSettings } from '../api/use-channel.ts';

/** Title and category; while live, saving changes the running broadcast too. */
export function SettingsForm({ settings }: { settings: StreamSettings }) {
  const save = useSaveStreamSettings();
  const form = useForm<StreamSettings>({ resolver: zodResolver(streamSettings), defaultValues: settings });
  const { errors, isSubmitting, isDirty } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      form.reset(await save.mutateAsync(values));
      toast.success('Saved');
    } catch (error) {
      const atTitle = error instanceof ApiProblem ? error.fieldError('/title') : undefined;
      if (atTitle) form.setError('title', { type: 'server', message: atTitle });
      else toast.error('Not saved', { description: messageOf(error) });
    }
  });

  return (
    <form onSubmit={submit} noValidate className="grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_13rem]">
      <Field label="Title" error={errors.title?.message}>
        {(control) => <Input {...control} {...form.register('title')} dir="auto" autoComplete="off" />}
      </Field>
      <Field label="Category" error={errors.category?.message}>
        {(control) => (
          <Select {...control} {...form.register('category')}>
            {CATEGORIES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
      <div>
        <Button type="submit" variant="secondary" busy={isSubmitting} disabled={!isDirty}>
          Save
        </Button>
      </div>
    </form>
  );
}
