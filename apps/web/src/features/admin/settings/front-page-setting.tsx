import { type AdminSettings, type FrontPageText, instanceSettings } from '@tributary/contracts/instance';
import type { Language } from '@tributary/messages/languages';
import { useState } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, Select, Textarea } from '@/ui/forms/inputs.tsx';
import { nameOf } from '@/ui/language-select.tsx';
import { useSaveSettings } from '../queries.ts';

const EMPTY: FrontPageText = { headline: '', introduction: '' };

/** Headline and introduction of Home, for each language. */
export function FrontPageSetting({ frontPage, languages }: Pick<AdminSettings, 'frontPage' | 'languages'>) {
  const [language, setLanguage] = useState<Language>(languages[0] ?? 'en');
  return (
    <div className="flex flex-col gap-4">
      {languages.length > 1 && (
        <Field label={t('ui.language')}>
          {(control) => (
            <Select
              {...control}
              value={language}
              onChange={({ target }) =>
                setLanguage(languages.find((one) => one === target.value) ?? language)
              }
            >
              {languages.map((one) => (
                <option key={one} value={one} lang={one}>
                  {frontPage[one]?.headline
                    ? t('admin.branding.written', { language: nameOf(one) })
                    : nameOf(one)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <TextForm key={language} language={language} frontPage={frontPage} />
    </div>
  );
}

interface TextFormProps {
  language: Language;
  frontPage: AdminSettings['frontPage'];
}

function TextForm({ language, frontPage }: TextFormProps) {
  const saved = frontPage[language] ?? EMPTY;
  const [text, setText] = useState(saved);
  const [problems, setProblems] = useState<Partial<Record<keyof FrontPageText | 'form', string>>>({});
  const save = useSaveSettings();
  const submit = async () => {
    const next = { ...frontPage, [language]: text };
    const { error } = instanceSettings.shape.frontPage.safeParse(next);
    const problemOf = (field: keyof FrontPageText) =>
      error?.issues.find(({ path }) => path[0] === language && path[1] === field)?.message;
    const [headline, introduction] = [problemOf('headline'), problemOf('introduction')];
    setProblems({ ...(headline && { headline }), ...(introduction && { introduction }) });
    if (error) return;
    await save.mutateAsync({ frontPage: next }).then(
      () => toast.success(t('pages.editor.saved')),
      (failure: unknown) => setProblems({ form: messageOf(failure) }),
    );
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field
        label={t('admin.branding.headline')}
        error={problems.headline}
        hint={t('admin.branding.headlineHint')}
      >
        {(control) => (
          <Input
            {...control}
            dir="auto"
            lang={language}
            value={text.headline}
            onChange={({ target }) => setText({ ...text, headline: target.value })}
          />
        )}
      </Field>
      <Field label={t('admin.branding.introduction')} error={problems.introduction ?? problems.form}>
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            lang={language}
            rows={3}
            value={text.introduction}
            onChange={({ target }) => setText({ ...text, introduction: target.value })}
          />
        )}
      </Field>
      <div>
        <Button
          type="submit"
          busy={save.isPending}
          disabled={text.headline === saved.headline && text.introduction === saved.introduction}
        >
          {t('pages.editor.save')}
        </Button>
      </div>
    </form>
  );
}
