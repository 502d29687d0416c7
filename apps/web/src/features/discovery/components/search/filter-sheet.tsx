import { DISCOVER_ACCESS, VIDEO_LENGTHS } from '@tributary/contracts/discovery';
import { STREAM_LANGUAGES } from '@tributary/contracts/shared';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { languageChoices } from '@/lib/labels/language-choices.ts';
import { t } from '@/lib/messages/t.ts';

import { Button } from '@/ui/button.tsx';
import { Combobox } from '@/ui/forms/combobox.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { Sheet, SheetClose } from '@/ui/overlays/sheet.tsx';
import { ChoiceChips } from './choice-chips.tsx';
import { ACCESS_NAMES, LENGTH_NAMES } from './filter-names.ts';
import { countFilters, type DiscoverFilters, NO_FILTERS, tagOf } from './query.ts';

const ANY = '';

interface FilterSheetProps {
  filters: DiscoverFilters;
  onChange: (change: DiscoverFilters) => void;
}

/** The button that opens the filters. Each one applies at once, so that the page behind shows its effect. */
export function FilterSheet({ filters, onChange }: FilterSheetProps) {
  const count = countFilters(filters);
  return (
    <Sheet
      title={t('discovery.filters')}
      trigger={
        <Button variant="secondary" className="h-11">
          <SlidersHorizontal size={17} aria-hidden="true" />
          {count === 0 ? t('discovery.filters') : t('discovery.filters.count', { count })}
        </Button>
      }
      actions={
        <>
          <Button variant="quiet" disabled={count === 0} onClick={() => onChange(NO_FILTERS)}>
            {t('discovery.filters.clear')}
          </Button>
          <SheetClose asChild>
            <Button>{t('discovery.filters.show')}</Button>
          </SheetClose>
        </>
      }
    >
      <FilterFields filters={filters} onChange={onChange} />
    </Sheet>
  );
}

function FilterFields({ filters, onChange }: FilterSheetProps) {
  const { language = ANY, tag = '', access = ANY, length = ANY } = filters;
  const [languages] = useState(() => [
    { value: ANY, label: t('discovery.filters.anyLanguage') },
    ...languageChoices(),
  ]);
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('discovery.filters.language')}>
        {(control) => (
          <Combobox
            control={control}
            options={languages}
            value={language}
            onChange={(next) => onChange({ language: STREAM_LANGUAGES.find((one) => one === next) })}
            emptyText={t('discovery.filters.noLanguage')}
          />
        )}
      </Field>
      <TagField tag={tag} onChange={(next) => onChange({ tag: next })} />
      <ChoiceChips
        legend={t('discovery.filters.access')}
        value={access}
        options={[ANY, ...DISCOVER_ACCESS].map(
          (value) => [value, ACCESS_NAMES[value] ?? t('discovery.filters.any')] as const,
        )}
        onChange={(next) => onChange({ access: DISCOVER_ACCESS.find((one) => one === next) })}
      />
      <ChoiceChips
        legend={t('discovery.filters.length')}
        hint={t('discovery.filters.lengthHint')}
        value={length}
        options={[ANY, ...VIDEO_LENGTHS].map(
          (value) => [value, LENGTH_NAMES[value] ?? t('discovery.filters.any')] as const,
        )}
        onChange={(next) => onChange({ length: VIDEO_LENGTHS.find((one) => one === next) })}
      />
    </div>
  );
}

interface TagFieldProps {
  tag: string;
  onChange: (tag: string | undefined) => void;
}

function TagField({ tag, onChange }: TagFieldProps) {
  const [text, setText] = useState(tag);
  const [known, setKnown] = useState(tag);
  // The tag was applied, or removed by the button that clears all filters.
  if (tag !== known) {
    setKnown(tag);
    setText(tag);
  }
  const isWrong = text.trim() !== '' && tagOf(text) === undefined;
  const apply = () => {
    if (!isWrong && (tagOf(text) ?? '') !== tag) onChange(tagOf(text));
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Field
        label={t('discovery.filters.tag')}
        hint={t('discovery.filters.tagHint')}
        error={isWrong ? t('discovery.filters.tagWrong') : undefined}
      >
        {(control) => (
          <Input
            {...control}
            value={text}
            dir="auto"
            maxLength={25}
            autoCapitalize="none"
            autoComplete="off"
            enterKeyHint="done"
            onChange={({ target }) => setText(target.value)}
            onBlur={apply}
          />
        )}
      </Field>
    </form>
  );
}
