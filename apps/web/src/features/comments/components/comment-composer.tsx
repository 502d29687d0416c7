import { COMMENT_TEXT_MAX } from '@tributary/contracts/comments';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Textarea } from '@/ui/forms/inputs.tsx';

interface CommentComposerProps {
  label: string;
  /** The label of the button. */
  action: string;
  initial?: string;
  autoFocus?: boolean;
  send: (text: string) => Promise<unknown>;
  /** Closes the form; without it, the form stays and is emptied. */
  onClose?: () => void;
}

/** From this number of characters left, the form counts them. */
const COUNTED_LEFT = 200;

/** Writes or changes a comment. Ctrl or Command with Enter sends it, Escape closes the form. */
export function CommentComposer(props: CommentComposerProps) {
  const { label, action, initial = '', autoFocus = false, send, onClose } = props;
  const id = useId();
  const [text, setText] = useState(initial);
  const [isOpen, setOpen] = useState(onClose !== undefined);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const left = COMMENT_TEXT_MAX - text.length;

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    if (busy || text.trim() === '') return;
    setBusy(true);
    setError(null);
    try {
      await send(text);
      setText('');
      close();
    } catch (failure) {
      setError(messageOf(failure));
    }
    setBusy(false);
  }

  function close() {
    if (onClose) return onClose();
    setOpen(false);
    setText('');
    setError(null);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
    if (event.key === 'Escape' && text === initial) close();
  }

  return (
    <form className="flex min-w-0 flex-1 flex-col gap-2" onSubmit={(event) => void submit(event)}>
      <Textarea
        aria-label={label}
        aria-describedby={error === null ? undefined : `${id}-error`}
        aria-invalid={error !== null}
        placeholder={label}
        dir="auto"
        autoFocus={autoFocus}
        rows={isOpen ? 3 : 1}
        maxLength={COMMENT_TEXT_MAX}
        className={isOpen ? 'min-h-20!' : 'min-h-11! resize-none!'}
        value={text}
        onFocus={() => setOpen(true)}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      {error !== null && (
        <p id={`${id}-error`} role="alert" className="text-live text-sm">
          {error}
        </p>
      )}
      {isOpen && (
        <div className="flex flex-wrap items-center justify-end gap-2">
          {left <= COUNTED_LEFT && (
            <p className="me-auto text-muted text-sm tabular-nums">{t('comments.left', { count: left })}</p>
          )}
          <Button variant="quiet" size="sm" className="max-sm:h-11" onClick={close}>
            {t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            size="sm"
            className="max-sm:h-11"
            busy={busy}
            disabled={text.trim() === '' || text === initial}
          >
            {action}
          </Button>
        </div>
      )}
    </form>
  );
}
