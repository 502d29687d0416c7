import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { refreshSession } from '@/lib/session.ts';
import { placeErrors } from './problem-fields.ts';

/**
 * A form that signs somebody in: validates on submit, sends, reads the session afresh, then calls
 * `onDone`; what fails is shown at its field.
 */
export function useAuthForm<Values extends FieldValues>(
  schema: z.ZodType<Values, Values>,
  defaultValues: DefaultValues<Values>,
  fields: readonly Path<Values>[],
  send: (values: Values) => Promise<void>,
  onDone: () => void,
) {
  const client = useQueryClient();
  const form = useForm<Values, unknown, Values>({ resolver: zodResolver(schema), defaultValues });
  const submit = form.handleSubmit(async (values) => {
    try {
      await send(values);
    } catch (error) {
      for (const { field, message } of placeErrors(error, fields)) {
        form.setError(field, { type: 'server', message }, { shouldFocus: field !== 'root' });
      }
      return;
    }
    await refreshSession(client);
    onDone();
  });
  return { form, submit };
}
