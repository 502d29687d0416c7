import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { placeErrors } from './problem-fields.ts';

interface ProblemForm<Values extends FieldValues> {
  schema: z.ZodType<Values, Values>;
  defaultValues: DefaultValues<Values>;
  fields: readonly Path<Values>[];
  /** What fails in here is shown at its field, or above the form. */
  send: (values: Values) => Promise<unknown>;
}

/** A form whose problem documents are shown where they belong. */
export function useProblemForm<Values extends FieldValues>(options: ProblemForm<Values>) {
  const { schema, defaultValues, fields, send } = options;
  const form = useForm<Values, unknown, Values>({ resolver: zodResolver(schema), defaultValues });
  const submit = form.handleSubmit(async (values) => {
    try {
      await send(values);
    } catch (error) {
      for (const { field, message } of placeErrors(error, fields)) {
        form.setError(field, { type: 'server', message }, { shouldFocus: field !== 'root' });
      }
    }
  });
  return { form, submit, errors: form.formState.errors, busy: form.formState.isSubmitting };
}
