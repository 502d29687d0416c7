import { zodResolver } from '@hookform/resolvers/zod';
import { useNavigate } from '@tanstack/react-router';
import { writeAmounts } from '@tributary/contracts/shared';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { ApiProblem } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { locale } from '@/lib/messages/language.ts';
import { toast } from '@/ui/feedback/toaster.tsx';

interface ProblemForm<Edit extends FieldValues, Saved, Values extends FieldValues> {
  /** The schema of the request. */
  schema: z.ZodType<Edit, Edit>;
  defaultValues?: DefaultValues<NoInfer<Values>>;
  /** Replaces `defaultValues` for a record that may change elsewhere: edited fields keep their text. */
  values?: NoInfer<Values>;
  /** The fields that contain the text of numbers, days and lists. */
  text?: TextFields<Edit, Values>;
  send: (edit: Edit) => Promise<Saved>;
  /** The values that the fields show after saving. */
  valuesOf?: (saved: Saved) => Values;
  onSaved?: (saved: Saved) => void;
  /** The title of a toast with errors that belong to no field; without one, they are `errors.root`. */
  failure?: string;
}

export interface TextFields<Edit, Values> {
  editOf: (entered: Values) => Edit;
  /** The currency of amounts in the messages of the schema. */
  currency?: string;
  /** The fields of properties whose name differs. */
  fieldOf?: Readonly<Partial<Record<keyof Edit & string, keyof Values & string>>>;
}

/** A form that shows the refusals of the schema and the server at its fields. */
export function useProblemForm<Edit extends FieldValues, Saved, Values extends FieldValues = Edit>(
  options: ProblemForm<Edit, Saved, Values>,
) {
  const { schema, defaultValues, values, text, send, valuesOf, onSaved, failure } = options;
  const navigate = useNavigate();
  const form = useForm<Values, unknown, Edit>({
    // Without text fields, the values are the request.
    resolver: text
      ? textResolver(schema, text)
      : (zodResolver(schema) as unknown as Resolver<Values, unknown, Edit>),
    ...(defaultValues && { defaultValues }),
    ...(values && { values, resetOptions: { keepDirtyValues: true } }),
  });
  const submit = form.handleSubmit(async (edit) => {
    try {
      const saved = await send(edit);
      // Otherwise `resetOptions` keep the entered values.
      if (valuesOf) form.reset(valuesOf(saved), { keepDirtyValues: false });
      onSaved?.(saved);
    } catch (error) {
      // A banned person reads the reason on a page where they can appeal.
      const href = linkOf(error);
      if (href) return navigate({ href });
      const names = [...Object.keys(values ?? defaultValues ?? {}), ...Object.keys(text?.fieldOf ?? {})];
      for (const [index, { field, message }] of placeErrors(error, names).entries()) {
        if (field === 'root' && failure !== undefined) toast.failure(failure, error);
        else
          form.setError(
            (text ? fieldNamed(field, text.fieldOf) : field) as Path<Values>,
            { type: 'server', message },
            { shouldFocus: field !== 'root' && index === 0 },
          );
      }
    }
  });
  return { form, submit, errors: form.formState.errors, busy: form.formState.isSubmitting };
}

/** The field of a property, also for an entry of it (`presets.1`), since the text contains all of them. */
function fieldNamed(path: string, fieldOf: Readonly<Partial<Record<string, string>>> = {}): string {
  const [property = ''] = path.split('.');
  return fieldOf[property] ?? property;
}

/** Shows the first refusal of each field. */
export const textResolver =
  <Edit, Values extends FieldValues>(
    schema: z.ZodType<Edit>,
    { editOf, currency, fieldOf }: TextFields<Edit, Values>,
  ): Resolver<Values, unknown, Edit> =>
  (entered) => {
    const { data, error } = schema.safeParse(editOf(entered));
    if (!error) return { values: data, errors: {} };
    const errors = error.issues.toReversed().map(({ path, message }) => {
      const field = fieldNamed(String(path[0]), fieldOf);
      return [
        field,
        { type: 'schema', message: currency ? writeAmounts(message, currency, locale()) : message },
      ];
    });
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Values> };
  };

/** The page where the person can resolve an error. */
export const linkOf = (error: unknown): string | undefined =>
  error instanceof ApiProblem ? error.problem.link : undefined;

export interface PlacedError<Field extends string> {
  /** The field of the error, an entry of it (`links.2`), or `root` for the whole form. */
  field: Field | `${Field}.${string}` | 'root';
  message: string;
}

/**
 * Assigns a failed request's messages to the fields of a form, by the JSON pointers of the problem document, or by the
 * field in the error code (`USERNAME_IS_ALREADY_TAKEN`).
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
