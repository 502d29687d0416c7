import type { AdminSettings } from '@tributary/contracts/instance';
import { LANGUAGES, type Language } from '@tributary/messages/languages';
import { t } from '@/lib/messages/t.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { nameOf } from '@/ui/language-select.tsx';
import { useSaveSettings } from '../queries.ts';

/** The languages that people can choose, and the one for people whose browsers ask for none of them. */
export function LanguagesSetting({ languages }: Pick<AdminSettings, 'languages'>) {
  const save = useSaveSettings();
  const [first] = languages;
  const change = (next: readonly Language[]) =>
    save.mutate(
      { languages: [...next] },
      {
        onSuccess: () => toast.success(t('pages.editor.saved')),
        onError: (error) => toast.failure(t('admin.branding.notSaved'), error),
      },
    );
  /** The default language stays first, and the others keep the order of the product. */
  const ordered = (offered: readonly Language[], start: Language | undefined) => [
    ...offered.filter((one) => one === start),
    ...LANGUAGES.filter((one) => one !== start && offered.includes(one)),
  ];
  return (
    <div className="flex flex-col gap-5">
      <Field label={t('admin.branding.defaultLanguage')} hint={t('admin.branding.defaultLanguageHint')}>
        {(control) => (
          <Select
            {...control}
            value={first}
            disabled={save.isPending}
            onChange={({ target }) =>
              change(
                ordered(
                  languages,
                  languages.find((one) => one === target.value),
                ),
              )
            }
          >
            {ordered(languages, undefined).map((one) => (
              <option key={one} value={one} lang={one}>
                {nameOf(one)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {LANGUAGES.map((one) => (
        <Switch
          key={one}
          label={nameOf(one)}
          checked={languages.includes(one)}
          disabled={save.isPending || one === first}
          onChange={(isOn) =>
            change(ordered(isOn ? [...languages, one] : languages.filter((other) => other !== one), first))
          }
        />
      ))}
    </div>
  );
}
