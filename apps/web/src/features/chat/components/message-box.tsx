import { cleanChatText, type StreamId } from '@tributary/contracts';
import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { controlLook } from '@/ui/forms/inputs.tsx';
import { readDraft, writeDraft } from '../engine/drafts.ts';

const MAX_LENGTH = 500;
/** The number of characters left is shown below this. */
const FEW_LEFT = 100;

interface MessageBoxProps {
  streamId: StreamId;
  onSend: (text: string) => void;
  /** Sends a visitor to sign in; the draft is there when they return. */
  onSignedOut: () => void;
}

export function MessageBox({ streamId, onSend, onSignedOut }: MessageBoxProps) {
  const signedIn = useSession().state === 'signed-in';
  const [text, setText] = useState(() => readDraft(streamId));
  const left = MAX_LENGTH - text.length;

  const write = (next: string) => {
    setText(next);
    writeDraft(streamId, next);
  };
  const submit = () => {
    if (!signedIn) return onSignedOut();
    const clean = cleanChatText(text);
    if (clean === '') return;
    onSend(clean);
    write('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the composition of a word, in Japanese for instance.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };

  return (
    <form
      className="flex flex-col gap-2 p-3 pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="flex items-end gap-2">
        <textarea
          aria-label="Message"
          placeholder="Send a message"
          rows={1}
          maxLength={MAX_LENGTH}
          value={text}
          onChange={({ target }) => write(target.value)}
          onKeyDown={onKeyDown}
          className={`${controlLook} h-auto max-h-28 min-h-11 resize-none py-2.5 leading-5 [field-sizing:content]`}
        />
        {signedIn && (
          <Button
            type="submit"
            size="icon"
            aria-label="Send"
            className="size-11"
            disabled={text.trim() === ''}
          >
            <SendHorizontal size={18} aria-hidden="true" />
          </Button>
        )}
      </div>
      {!signedIn && text !== '' && (
        <Button type="submit" size="sm">
          Sign in to chat
        </Button>
      )}
      {left < FEW_LEFT && (
        <p className="text-end text-muted text-xs tabular-nums">
          {left} {left === 1 ? 'character' : 'characters'} left
        </p>
      )}
    </form>
  );
}
