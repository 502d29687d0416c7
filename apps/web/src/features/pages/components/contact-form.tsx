import { contactForm } from '@tributary/contracts/pages';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { ApiProblem, call } from '@/lib/api/client.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, Textarea } from '@/ui/forms/inputs.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';

const schema = contactForm.extend({ website: z.string() });

interface ContactFormProps {
  /** The signed-in sender, if any. */
  sender: { name: string; email: string } | null;
}

/** A message to the admins of the instance. */
export function ContactForm({ sender }: ContactFormProps) {
  const [sent, setSent] = useState(false);
  // A signed ticket with the time of opening the form, valid for a day and one message.
  const ticket = useApi('GET /api/contact', {}, { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 });
  const { form, submit, errors, busy } = useProblemForm({
    schema,
    defaultValues: {
      name: sender?.name ?? '',
      email: sender?.email ?? '',
      subject: '',
      message: '',
      website: '',
    },
    async send(values) {
      try {
        const { ticket: signed } = ticket.data ??
          (await ticket.refetch({ throwOnError: true })).data ?? { ticket: '' };
        await call('POST /api/contact', { body: { ...values, ticket: signed } });
        setSent(true);
      } catch (error) {
        if (error instanceof ApiProblem && error.code === 'contact_expired') void ticket.refetch();
        throw error;
      }
    },
  });

  if (sent) {
    return (
      <div role="status" className="flex items-start gap-4 rounded-media bg-surface-1 p-6">
        <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-green-soft text-green">
          <Check size={20} aria-hidden="true" />
        </span>
        <div>
          <h2 className="text-lg">{t('pages.contact.sent')}</h2>
          <p className="mt-1 text-muted">{t('pages.contact.thanks')}</p>
        </div>
      </div>
    );
  }
  return (
    <form onSubmit={submit} noValidate className="relative flex max-w-xl flex-col gap-3">
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        <Field label={t('pages.contact.name')} error={errors.name?.message}>
          {(control) => <Input {...control} {...form.register('name')} dir="auto" autoComplete="name" />}
        </Field>
        <Field label={t('pages.contact.email')} error={errors.email?.message}>
          {(control) => <Input {...control} {...form.register('email')} type="email" autoComplete="email" />}
        </Field>
      </div>
      <Field label={t('pages.contact.subject')} error={errors.subject?.message}>
        {(control) => <Input {...control} {...form.register('subject')} dir="auto" autoComplete="off" />}
      </Field>
      <Field label={t('pages.contact.message')} error={errors.message?.message}>
        {(control) => <Textarea {...control} {...form.register('message')} dir="auto" rows={7} />}
      </Field>
      {/* A honeypot: hidden from people, but bots fill it in. */}
      <div aria-hidden="true" className="absolute -start-[200vw] size-px overflow-hidden">
        <label>
          {t('pages.contact.website')}
          <input {...form.register('website')} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div role="alert">
        {errors.root && (
          <p className="mb-3 rounded-control bg-live-soft px-3 py-2.5 text-sm">{errors.root.message}</p>
        )}
      </div>
      <div>
        <Button type="submit" size="lg" busy={busy}>
          {t('pages.contact.send')}
        </Button>
      </div>
    </form>
  );
}
