import { type MessageEmote, mentionParts } from '@tributary/contracts';
import { clsx } from 'clsx';
import { EmoteText } from '../../emotes/emote-text.tsx';

interface MessageTextProps {
  text: string;
  emotes: readonly MessageEmote[] | undefined;
  /** The username of the signed-in person, whose mentions stand out. */
  self: string | null;
  isAction?: boolean;
}

/** What somebody wrote, as text and emotes. */
export function MessageText({ text, emotes, self, isAction = false }: MessageTextProps) {
  return (
    <bdi className={clsx('text-ink', isAction && 'italic')}>
      {mentionParts(text).map(({ text, username }, index) =>
        username === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
          <EmoteText key={index} text={text} emotes={emotes} />
        ) : (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
            key={index}
            className={clsx(
              'rounded-[4px] font-semibold',
              username === self ? 'bg-accent px-0.5 text-on-accent' : 'text-accent',
            )}
          >
            {text}
          </span>
        ),
      )}
    </bdi>
  );
}
