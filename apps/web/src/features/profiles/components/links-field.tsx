import { LINKS_MAX, type ProfileEdit } from '@tributary/contracts/profiles';
import { Plus, X } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { keepFocus } from '@/ui/focus.ts';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';

/** Up to eight links, in display order. */
export function LinksField({ form }: { form: UseFormReturn<ProfileEdit> }) {
  const links = form.watch('links');
  const set = (next: string[]) => form.setValue('links', next, { shouldDirty: true });
  return (
    <fieldset ref={keepFocus} className="flex flex-col gap-1">
      <legend className="mb-3 font-medium text-sm">{t('profiles.links')}</legend>
      {links.length > 0 && (
        <ul className="flex flex-col gap-3">
          {links.map((_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: links have no identity besides their index
            <li key={index} className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
              <Field
                label={t('profiles.link.number', { number: String(index + 1) })}
                error={form.formState.errors.links?.[index]?.message}
              >
                {(control) => (
                  <Input
                    {...control}
                    {...form.register(`links.${index}`)}
                    type="url"
                    inputMode="url"
                    placeholder="https://"
                    autoComplete="off"
                  />
                )}
              </Field>
              <Button
                variant="quiet"
                size="icon"
                aria-label={t('profiles.link.remove', { number: String(index + 1) })}
                className="mt-7"
                onClick={() => set(links.toSpliced(index, 1))}
              >
                <X size={18} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {links.length < LINKS_MAX && (
        <div>
          <Button variant="secondary" size="sm" onClick={() => set([...links, ''])}>
            <Plus size={16} aria-hidden="true" />
            {t('profiles.link.add')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
