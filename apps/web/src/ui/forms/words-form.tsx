import { useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '../button.tsx';
import { Field } from './field.tsx';
import { Textarea } from './inputs.tsx';

interface WordsFormProps {
  label: string;
  hint: string;
  words: readonly string[];
  busy: boolean;
  /** The reason why the words cannot be saved; undefined: they can. */
  problemOf: (words: readonly string[]) => string | undefined;
  onSave: (words: string[]) => void;
}

/** A list of words or phrases, one on each line. */
export function WordsForm({ label, hint, words, busy, problemOf, onSave }: WordsFormProps) {
  const saved = words.join('\n');
  const [text, setText] = useState(saved);
  const [problem, setProblem] = useState<string>();
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const next = [...new Set(text.split('\n').map((line) => line.trim()))].filter((word) => word !== '');
        const found = problemOf(next);
        setProblem(found);
        if (found !== undefined) return;
        setText(next.join('\n'));
        onSave(next);
      }}
    >
      <Field label={label} hint={hint} error={problem}>
        {(control) => (
          <Textarea
            {...control}
            className="max-h-72"
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" variant="secondary" busy={busy} disabled={text === saved}>
          {t('ui.words.save')}
        </Button>
      </div>
    </form>
  );
}
