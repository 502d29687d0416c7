import { zodResolver } from '@hookform/resolvers/zod';
import { useNavigate } from '@tanstack/react-router';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { ApiProblem } from '@/lib/api.ts';
import { messageOf } from '@/lib/query.ts';

interface ProblemForm<Values extends FieldValues> {
  schema: z.ZodType<Values, Values>;
  defaultValues: DefaultValues<Values>;
  fields: readonly Path<Values>[];
  /** Errors are shown at their field, or above the form. */
  send: (values: Values) => Promise<unknown>;
}

/** A form that shows the server's errors at its fields. */
export function useProblemForm<Values extends FieldValues>(options: ProblemForm<Values>) {
  const { schema, defaultValues, fields, send } = options;
  const navigate = useNavigate();
  const form = useForm<Values, unknown, Values>({ resolver: zodResolver(schema), defaultValues });
  const submit = form.handleSubmit(async (values) => {
    try {
      await send(values);
    } catch (error) {
      // A banned person learns why on a page where they can appeal.
      const href = linkOf(error);
      if (href) return navigate({ href });
      for (const { field, message } of placeErrors(error, fields)) {
        form.setError(field, { type: 'server', message }, { shouldFocus: field !== 'root' });
      }
    }
  });
  return { form, submit, errors: form.formState.errors, busy: form.formState.isSubmitting };
}

/** The page where the person can do something about an error. */
export const linkOf = (error: unknown): string | undefined =>
  error instanceof ApiProblem ? error.problem.link : undefined;

export interface PlacedError<Field extends string> {
  /** The field of the error, or `root` for the whole form. */
  field: Field | 'root';
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
  const placed = fields.flatMap((field) => {
    const message = error.fieldError(`/${field}`);
    return message ? [{ field, message }] : [];
  });
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
