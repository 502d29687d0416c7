import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import type { SessionUser } from '@tributary/contracts';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { refreshSession } from '@/lib/session.ts';
import { placeErrors } from './problem-fields.ts';

interface AuthForm<Values extends FieldValues> {
  schema: z.ZodType<Values, Values>;
  defaultValues: DefaultValues<Values>;
  fields: readonly Path<Values>[];
  send: (values: Values) => Promise<void>;
  /** Called with who is signed in now: nobody, where the address has to be confirmed first. */
  onSent: (user: SessionUser | null) => void;
}

/** A form that signs somebody in: what fails is shown at its field, what succeeds is a known session. */
export function useAuthForm<Values extends FieldValues>(options: AuthForm<Values>) {
  const { schema, defaultValues, fields, send, onSent } = options;
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
    try {
      onSent(await refreshSession(client));
    } catch {
      form.setError('root', { type: 'server', message: 'Failed to load user profile' });
    }
  });
  return { form, submit };
}
