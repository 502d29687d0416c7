import { CHAT_EMOTE_MAX_BYTES, chatEmoteName, type OwnEmotes } from '@tributary/contracts/chat';
import { EMOTE_ANIMATION, IMAGE_TYPES } from '@tributary/contracts/shared';
import { useRef, useState } from 'react';
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
      return setProblem(`This file is ${(file.size / 1e6).toFixed(1)} MB. Choose one of at most 1 MB.`);
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
        label="Name of a new emote"
        hint={`PNG, JPEG, WebP or GIF, up to 1 MB, best square. Made 112 x 112 pixels. Animations of up to ${EMOTE_ANIMATION.maxMs / 1000} seconds, ${EMOTE_ANIMATION.maxFrames} frames and a million pixels stay animated.${needsReview ? ' An admin looks at it before people can use it.' : ''}`}
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
              placeholder="wave"
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
              Choose image
            </Button>
          </div>
        )}
      </Field>
      <input
        ref={input}
        type="file"
        accept={IMAGE_TYPES.join()}
        aria-label="Image of the emote"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) send(file);
        }}
      />
      <p className="text-muted text-sm tabular-nums">
        {items.length} of {slots} slots used.
        {isFull && ' Delete an emote to add another one.'}
      </p>
    </form>
  );
}
