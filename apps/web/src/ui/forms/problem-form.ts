import { zodResolver } from '@hookform/resolvers/zod';
import { useNavigate } from '@tanstack/react-router';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { ApiProblem } from '@/lib/api.ts';
import { messageOf } from '@/lib/query.ts';
import { toast } from '@/ui/feedback/toaster.tsx';

interface ProblemForm<Values extends FieldValues> {
  schema: z.ZodType<Values, Values>;
  defaultValues?: DefaultValues<Values>;
  /** In place of `defaultValues`, of a record that may change elsewhere: fields that were edited keep what was entered. */
  values?: Values;
  /** The properties whose errors are shown at their field. */
  fields: readonly (keyof Values & string)[];
  send: (values: Values) => Promise<unknown>;
  /** The title of a toast with errors that belong to no field; without one, they are `errors.root`. */
  failure?: string;
}

/** A form that shows the server's errors at its fields. */
export function useProblemForm<Values extends FieldValues>(options: ProblemForm<Values>) {
  const { schema, defaultValues, values, fields, send, failure } = options;
  const navigate = useNavigate();
  const form = useForm<Values, unknown, Values>({
    resolver: zodResolver(schema),
    ...(defaultValues && { defaultValues }),
    ...(values && { values, resetOptions: { keepDirtyValues: true } }),
  });
  const submit = form.handleSubmit(async (values) => {
    try {
      await send(values);
    } catch (error) {
      // A banned person learns why on a page where they can appeal.
      const href = linkOf(error);
      if (href) return navigate({ href });
      for (const [index, { field, message }] of placeErrors(error, fields).entries()) {
        if (field === 'root' && failure !== undefined) toast.failure(failure, error);
        else
          form.setError(
            field as Path<Values>,
            { type: 'server', message },
            { shouldFocus: field !== 'root' && index === 0 },
          );
      }
    }
  });
  return { form, submit, errors: form.formState.errors, busy: form.formState.isSubmitting };
}

/** The page where the person can do something about an error. */
export const linkOf = (error: unknown): string | undefined =>
  error instanceof ApiProblem ? error.problem.link : undefined;

export interface PlacedError<Field extends string> {
  /** The field of the error, an entry of it (`links.2`), or `root` for the whole form. */
  field: Field | `${Field}.${string}` | 'root';
  message: string;
}

/**
 * Assigns a failed request's messages to the fields of a form: by the JSON pointers of the problem document,
 * or by the field in the error code (`USERNAME_IS_ALREADY_TAKEN`).
 */
export function placeErrors<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): PlacedError<Field>[] {
  if (!(error instanceof ApiProblem)) return [{ field: 'root', message: messageOf(error) }];
  const placed = fields.flatMap((field) =>
    (error.problem.errors ?? []).flatMap(({ pointer, detail }) => {
      const [, name, ...entry] = pointer.split('/');
      return name === field ? [{ field: [field, ...entry].join('.') as Field, message: detail }] : [];
    }),
  );
  if (placed.length > 0) return placed;
  const named = fields.filter((field) => error.code.includes(field));
  // A code with two fields (`invalid_email_or_password`) is for the whole form.
  const [only, second] = named;
  const field = error.status >= 400 && error.status < 500 && only && !second ? only : 'root';
  return [{ field, message: error.message }];
}

/** A failure in the browser, with a message for the user. */
export const clientProblem = (code: string, title: string, cause?: unknown): ApiProblem =>
  new ApiProblem({ type: 'about:blank', title, status: 0, code, instance: '' }, { cause });
