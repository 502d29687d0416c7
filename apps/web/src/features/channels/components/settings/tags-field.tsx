import { STREAM_TAGS_MAX, streamTag } from '@tributary/contracts/channels';
import { X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';

interface TagsFieldProps {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
  error: string | undefined;
}

/** Tags as chips: Enter, comma or space adds one, and Backspace in an empty field removes the last. */
export function TagsField({ tags, onChange, error }: TagsFieldProps) {
  const [draft, setDraft] = useState('');
  const [problem, setProblem] = useState<string>();
  const full = tags.length >= STREAM_TAGS_MAX;
  const input = useRef<HTMLInputElement>(null);

  const add = (text: string) => {
    const words = text
      .split(/[\s,]+/)
      .map((word) => word.replace(/^#/, ''))
      .filter(Boolean);
    const parsed = words.map((word) => streamTag.safeParse(word));
    const wrong = parsed.find(({ success }) => !success);
    setProblem(wrong?.error?.issues[0]?.message);
    if (wrong) return;
    const next = [...new Set([...tags, ...parsed.flatMap(({ data }) => data ?? [])])];
    onChange(next.slice(0, STREAM_TAGS_MAX));
    setDraft('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key === 'Enter' || event.key === ',' || event.key === ' ') && draft.trim() !== '') {
      event.preventDefault();
      add(draft);
    } else if (event.key === 'Backspace' && draft === '' && tags.length > 0) {
      onChange(tags.slice(0, -1));
    }
  };
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={t('channels.tags')}
        error={problem ?? error}
        hint={
          full
            ? t('channels.tags.full', { max: String(STREAM_TAGS_MAX) })
            : t('channels.tags.hint', { max: String(STREAM_TAGS_MAX) })
        }
      >
        {(control) => (
          <Input
            {...control}
            ref={input}
            value={draft}
            // Not disabled, so that Backspace works and the focus stays.
            readOnly={full}
            dir="auto"
            autoComplete="off"
            autoCapitalize="none"
            onChange={({ target }) => setDraft(target.value)}
            onKeyDown={onKeyDown}
            onBlur={() => draft.trim() !== '' && add(draft)}
          />
        )}
      </Field>
      {tags.length > 0 && (
        <ul aria-label={t('channels.tags.list')} className="-mt-1 mb-2 flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="flex h-8 items-center rounded-control bg-surface-3 ps-3 text-sm">
              <bdi>{tag}</bdi>
              <button
                type="button"
                aria-label={t('channels.tags.remove', { tag })}
                onClick={() => {
                  onChange(tags.filter((other) => other !== tag));
                  // The button disappears with its tag.
                  input.current?.focus();
                }}
                className="flex size-8 items-center justify-center rounded-control text-muted hover:text-ink"
              >
                <X size={15} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
