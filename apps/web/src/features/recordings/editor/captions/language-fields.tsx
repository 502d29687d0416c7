/** The language of captions, and their name for viewers. */
import { CAPTION_LABEL_MAX } from '@tributary/contracts/recordings';
import type { CaptionTrack } from '@tributary/contracts/shared';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';
import { Field } from '@/ui/forms/field.tsx';
import { Input, Select } from '@/ui/forms/inputs.tsx';

/** Languages that captions are offered in, by their BCP 47 tag. The API takes any other one too. */
const TAGS =
  'ar bn cs da de el en es fa fi fr he hi hu id it ja ko ms nb nl pl pt pt-BR ro ru sk sv sw ta te th tr uk ur vi zh-Hans zh-Hant'.split(
    ' ',
  );

/** The name of a language in another one, by default in itself. */
export const languageName = (tag: string, inLanguage = tag): string =>
  new Intl.DisplayNames([inLanguage], { type: 'language' }).of(tag) ?? tag;

/** The languages without captions, by their name in the language of the page. */
const languagesWithout = (tracks: readonly CaptionTrack[]): { tag: string; name: string }[] =>
  TAGS.filter((tag) => !tracks.some(({ language }) => language === tag))
    .map((tag) => ({ tag, name: languageName(tag, locale()) }))
    .sort((a, b) => a.name.localeCompare(b.name, locale()));

/** The browser's language, where there are no captions in it yet. */
export function preferredLanguage(tracks: readonly CaptionTrack[]): string {
  const languages = languagesWithout(tracks);
  // `en-US` is offered as `en`, and `pt-BR` as itself.
  const wanted = [...navigator.languages, ...navigator.languages.map((tag) => tag.replace(/-.*/, '')), 'en'];
  const offered = (tag: string) => languages.some((one) => one.tag === tag);
  return wanted.find(offered) ?? languages[0]?.tag ?? 'en';
}

interface LanguageFieldsProps {
  tracks: readonly CaptionTrack[];
  /** Null: new captions. */
  track: CaptionTrack | null;
  language: string;
  label: string;
  onChange: (next: { language: string; label: string }) => void;
}

export function LanguageFields({ tracks, track, language, label, onChange }: LanguageFieldsProps) {
  return (
    <div className="grid gap-x-3 sm:grid-cols-2">
      <Field label={t('recordings.language.language')}>
        {(control) =>
          track ? (
            <Input {...control} value={languageName(track.language, locale())} readOnly />
          ) : (
            <Select
              {...control}
              value={language}
              onChange={({ target }) =>
                onChange({ language: target.value, label: languageName(target.value) })
              }
            >
              {languagesWithout(tracks).map(({ tag, name }) => (
                <option key={tag} value={tag}>
                  {name}
                </option>
              ))}
            </Select>
          )
        }
      </Field>
      <Field label={t('recordings.language.name')}>
        {(control) => (
          <Input
            {...control}
            dir="auto"
            required
            maxLength={CAPTION_LABEL_MAX}
            value={label}
            onChange={({ target }) => onChange({ language, label: target.value })}
          />
        )}
      </Field>
    </div>
  );
}
