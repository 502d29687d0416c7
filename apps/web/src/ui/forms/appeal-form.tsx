import { APPEAL_TEXT_MAX } from '@tributary/contracts/shared';
import { useState } from 'react';
import { ApiProblem } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '../button.tsx';
import { Field } from './field.tsx';
import { Textarea } from './inputs.tsx';

interface AppealFormProps {
  busy: boolean;
  /** The error of the last attempt. */
  error: unknown;
  onSend: (text: string) => void;
}

/** An appeal against a ban. */
export function AppealForm({ busy, error, onSend }: AppealFormProps) {
  const [text, setText] = useState('');
  const problem = error
    ? (error instanceof ApiProblem && error.fieldError('/text')) || messageOf(error)
    : undefined;
  return (
    <form
      noValidate
      className="flex max-w-xl flex-col gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(text);
      }}
    >
      <Field label={t('ui.appeal.question')} hint={t('ui.appeal.once')} error={problem}>
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            rows={5}
            maxLength={APPEAL_TEXT_MAX}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" busy={busy}>
          {t('ui.appeal.send')}
        </Button>
      </div>
    </form>
  );
}
