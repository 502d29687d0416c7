import { CHAT_EMOTE_MAX_BYTES, chatEmoteName, type OwnEmotes } from '@tributary/contracts/chat';
import { EMOTE_ANIMATION, IMAGE_TYPES } from '@tributary/contracts/shared';
import { useRef, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { useAddEmote } from '../../api/emotes.ts';

/** A field for the name and a button for the image, which is added at once. */
export function AddEmote({ own: { items, slots, needsReview } }: { own: OwnEmotes }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const add = useAddEmote();
  const isFull = items.length >= slots;

  const choose = () => {
    const [issue] = chatEmoteName.safeParse(name).error?.issues ?? [];
    setProblem(issue?.message);
    if (!issue) input.current?.click();
  };
  const send = (file: File) => {
    if (file.size > CHAT_EMOTE_MAX_BYTES)
      return setProblem(t('chat.emote.tooLarge', { size: file.size / 1e6 }));
    add.mutate({ name, file }, { onSuccess: () => setName('') });
  };
  return (
    <form
      className="flex flex-col gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        choose();
      }}
    >
      <Field
        label={t('chat.emote.name')}
        hint={t(needsReview ? 'chat.emote.hintReviewed' : 'chat.emote.hint', {
          seconds: EMOTE_ANIMATION.maxMs / 1000,
          frames: EMOTE_ANIMATION.maxFrames,
        })}
        error={problem}
      >
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              maxLength={20}
              placeholder={t('chat.emote.example')}
              disabled={isFull}
              value={name}
              onChange={({ target }) => {
                setName(target.value.toLowerCase());
                setProblem(undefined);
              }}
            />
            <Button
              type="submit"
              variant="secondary"
              className="h-11 shrink-0"
              disabled={isFull}
              busy={add.isPending}
            >
              {t('chat.emote.chooseImage')}
            </Button>
          </div>
        )}
      </Field>
      <input
        ref={input}
        type="file"
        accept={IMAGE_TYPES.join()}
        aria-label={t('chat.emote.image')}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) send(file);
        }}
      />
      <p className="text-muted text-sm tabular-nums">
        {t(isFull ? 'chat.emote.slotsFull' : 'chat.emote.slots', { used: items.length, slots })}
      </p>
    </form>
  );
}
