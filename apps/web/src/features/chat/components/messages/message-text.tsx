import { type MessageEmote, mentionParts } from '@tributary/contracts/chat';
import { clsx } from 'clsx';
import { WithLinks } from '@/ui/linked-text.tsx';
import { EmoteText } from '../../emotes/emote-text.tsx';

interface MessageTextProps {
  text: string;
  emotes: readonly MessageEmote[] | undefined;
  /** The username of the signed-in person, whose mentions are highlighted. */
  self: string | null;
  isAction?: boolean;
  withoutLinks?: boolean;
  id?: string;
  /** The tab index of its links. */
  tabIndex?: number;
}

/** A person's message as text, links, mentions and emotes. */
export function MessageText({
  text,
  emotes,
  self,
  isAction = false,
  withoutLinks = false,
  id,
  tabIndex,
}: MessageTextProps) {
  const mentions = (plain: string) => <MentionText text={plain} emotes={emotes} self={self} />;
  return (
    <bdi id={id} className={clsx('text-ink', isAction && 'italic')}>
      {withoutLinks ? (
        mentions(text)
      ) : (
        <WithLinks text={text} tabIndex={tabIndex}>
          {mentions}
        </WithLinks>
      )}
    </bdi>
  );
}

function MentionText({ text, emotes, self }: MessageTextProps) {
  return mentionParts(text).map(({ text, username }, index) =>
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
  );
}
