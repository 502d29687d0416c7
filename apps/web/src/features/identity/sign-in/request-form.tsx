import type { ReactNode } from 'react';
import { useSendsMail } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { NoMailNote } from '@/ui/feedback/no-mail-note.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { AuthLayout, FormError } from '../forms/form-parts.tsx';
import { addressed } from '../forms/schemas.ts';

interface RequestFormProps {
  title: string;
  /** The kind of mail that is requested. */
  what: 'code' | 'link';
  lead: { mailed: string; fromOperator: string };
  email: string;
  send: (email: string) => Promise<void>;
  aside: ReactNode;
}

/** Asks for the address that something to sign in with is sent to. */
export function RequestForm({ title, what, lead, email, send, aside }: RequestFormProps) {
  const sendsMail = useSendsMail();
  const isCode = what === 'code';
  const action =
    sendsMail === false
      ? t(isCode ? 'identity.request.requestCode' : 'identity.request.requestLink')
      : t(isCode ? 'identity.request.sendCode' : 'identity.request.sendLink');
  const { form, submit, errors, busy } = useProblemForm({
    schema: addressed,
    defaultValues: { email },
    send: (values) => send(values.email),
  });
  return (
    <AuthLayout title={title} lead={sendsMail === false ? lead.fromOperator : lead.mailed} aside={aside}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        <FormError message={errors.root?.message} />
        <NoMailNote>{t(isCode ? 'identity.request.askForCode' : 'identity.request.askForLink')}</NoMailNote>
        <Field label={t('identity.email')} error={errors.email?.message}>
          {(control) => <Input {...control} {...form.register('email')} type="email" autoComplete="email" />}
        </Field>
        <Button type="submit" size="lg" busy={busy}>
          {action}
        </Button>
      </form>
    </AuthLayout>
  );
}
