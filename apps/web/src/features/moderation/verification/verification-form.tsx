import { VERIFICATION_LINKS_MAX, verificationForm } from '@tributary/contracts/moderation';
import { Plus, X } from 'lucide-react';
import { apiQuery } from '@/lib/api/api-query.ts';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';

interface VerificationFormProps {
  /** The links of the last request. */
  links: readonly string[];
  action: string;
}

export function VerificationFormFields({ links, action }: VerificationFormProps) {
  const request = useApiMutation('POST /api/me/verification', {
    answers: apiQuery('GET /api/me/verification'),
  });
  const { form, submit, errors, busy } = useProblemForm({
    schema: verificationForm,
    defaultValues: { socialMediaLinks: links.length > 0 ? [...links] : [''] },
    async send(body) {
      await request.mutateAsync({ body });
      toast.success(t('moderation.verification.sent'));
    },
    failure: t('moderation.verification.notSent'),
  });
  const given = form.watch('socialMediaLinks');
  const set = (next: string[]) => form.setValue('socialMediaLinks', next, { shouldDirty: true });
  const remove = (index: number) => {
    set(given.toSpliced(index, 1));
    form.clearErrors('socialMediaLinks');
    // The focus moves to another link, because the button disappears with its link.
    form.setFocus(`socialMediaLinks.${Math.max(0, index - 1)}`);
  };

  return (
    <form onSubmit={submit} noValidate className="flex max-w-xl flex-col gap-3">
      {given.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: links have no identity besides their index
        <div key={index} className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
          <Field
            label={t('moderation.verification.link', { number: index + 1 })}
            error={errors.socialMediaLinks?.[index]?.message}
            hint={index === 0 ? t('moderation.verification.linkHint') : undefined}
          >
            {(control) => (
              <Input
                {...control}
                {...form.register(`socialMediaLinks.${index}`)}
                type="url"
                inputMode="url"
                placeholder="https://"
                autoComplete="off"
              />
            )}
          </Field>
          {given.length > 1 && (
            <Button
              variant="quiet"
              size="icon"
              aria-label={t('moderation.verification.removeLink', { number: index + 1 })}
              className="mt-7"
              onClick={() => remove(index)}
            >
              <X size={18} aria-hidden="true" />
            </Button>
          )}
        </div>
      ))}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {action}
        </Button>
        {given.length < VERIFICATION_LINKS_MAX && (
          <Button variant="secondary" onClick={() => set([...given, ''])}>
            <Plus size={16} aria-hidden="true" />
            {t('moderation.verification.addLink')}
          </Button>
        )}
      </div>
    </form>
  );
}
