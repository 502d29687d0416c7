import type { Language } from '@tributary/messages/languages';
import { offeredLanguages } from '@/lib/messages/offered-languages.ts';
import { chosenLanguage, keepLanguage } from '@/lib/messages/stored-language.ts';
import { t } from '@/lib/messages/t.ts';
import { Select } from '@/ui/forms/inputs.tsx';

/** The name of a language in itself, as a list has it: `Français`. */
export function nameOf(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: 'language', languageDisplay: 'standard' }).of(
    language,
  );
  return name === undefined ? language : name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

interface LanguageSelectProps {
  /** Saves the choice elsewhere, before the page is loaded in the language. */
  save?: (language: Language | null) => Promise<unknown>;
}

/** Chooses the language of the pages in this browser, and loads the page in it. */
export default function LanguageSelect({ save }: LanguageSelectProps) {
  const languages = offeredLanguages();
  const choose = async (value: string) => {
    const language = languages.find((one) => one === value) ?? null;
    await save?.(language);
    keepLanguage(language);
    location.reload();
  };
  return (
    <Select
      aria-label={t('ui.language')}
      value={languages.find((one) => one === chosenLanguage()) ?? ''}
      onChange={({ target }) => void choose(target.value)}
    >
      <option value="">{t('ui.language.automatic')}</option>
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {nameOf(language)}
        </option>
      ))}
    </Select>
  );
}
