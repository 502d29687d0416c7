import { t } from '@/lib/messages/t.ts';
import { WithLinks } from '@/ui/linked-text.tsx';
import { timeParts } from '../engine/time-parts.ts';
import { useCommentContext } from './comment-context.ts';

/** A comment's text with its line breaks, its links, and its times, which seek the player. */
export function CommentText({ text }: { text: string }) {
  return (
    <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
      <WithLinks text={text}>{(plain) => <WithTimes text={plain} />}</WithLinks>
    </p>
  );
}

function WithTimes({ text }: { text: string }) {
  const { lengthSeconds, onSeek } = useCommentContext();
  return timeParts(text, lengthSeconds).map(({ text: shown, seconds }, index) =>
    seconds === null ? (
      shown
    ) : (
      <button
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
        key={index}
        type="button"
        dir="ltr"
        aria-label={t('comments.seek', { time: shown })}
        className="rounded-[4px] px-0.5 text-accent tabular-nums hover:underline"
        onClick={() => onSeek(seconds)}
      >
        {shown}
      </button>
    ),
  );
}
