import { emoteCode, emoteParts, type MessageEmote } from '@tributary/contracts/chat';
import { useState } from 'react';
import { MovingImage } from '@/ui/media/moving-image.tsx';

/** A text with the images of its emotes. */
export function EmoteText({ text, emotes }: { text: string; emotes: readonly MessageEmote[] | undefined }) {
  if (!emotes) return text;
  return emoteParts(text, emotes).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
    typeof part === 'string' ? part : <EmoteImage key={index} {...part} />,
  );
}

/** An emote in a line of text, which does not change the line's height. One that has been deleted shows its code. */
function EmoteImage({ name, url }: { name: string; url: string }) {
  const [isGone, setGone] = useState(false);
  const code = emoteCode(name);
  if (isGone) return code;
  return (
    <MovingImage
      src={url}
      alt={code}
      title={code}
      onError={() => setGone(true)}
      className="-my-[0.25em] inline-block size-[1.75em] align-middle"
    />
  );
}
