import { formatMoment } from '@/lib/dates.ts';
import { formatRelative } from '@/lib/format.ts';
import { useNow } from '@/lib/use-now.ts';

interface AgoProps {
  at: string;
  /** Within a sentence: `just now`. */
  inSentence?: boolean;
}

/** How long ago something was, for as long as it is looked at; the moment itself where one points. */
export function Ago({ at, inSentence = false }: AgoProps) {
  const words = formatRelative(at, useNow());
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {inSentence ? words.toLowerCase() : words}
    </time>
  );
}
