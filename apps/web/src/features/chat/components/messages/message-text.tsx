import { mentionParts } from '@tributary/contracts';
import { clsx } from 'clsx';

interface MessageTextProps {
  text: string;
  /** The username of the signed-in person, whose mentions stand out. */
  self: string | null;
  isAction?: boolean;
}

/** What somebody wrote, as text. */
export function MessageText({ text, self, isAction = false }: MessageTextProps) {
  return (
    <bdi className={clsx('text-ink', isAction && 'italic')}>
      {mentionParts(text).map(({ text, username }, index) =>
        username === null ? (
          text
        ) : (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
            key={index}
            className={clsx(
              'rounded-sm font-semibold',
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
