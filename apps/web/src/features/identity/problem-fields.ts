import { ApiProblem } from '@/lib/api.ts';
import { messageOf } from '@/lib/query.ts';

export interface PlacedError<Field extends string> {
  /** The field it belongs to; `root` for the form as a whole. */
  field: Field | 'root';
  message: string;
}

/**
 * Places a failed request's sentences at the fields of a form: by the JSON pointers of a problem
 * document, or by the field that the provider's code names (`USERNAME_IS_ALREADY_TAKEN`).
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
  // A code that names two fields (`invalid_email_or_password`) belongs to neither.
  const [only, second] = named;
  const field = error.status >= 400 && error.status < 500 && only && !second ? only : 'root';
  return [{ field, message: error.message }];
}
