import { emoteCode } from '@tributary/contracts/chat';
import { useState } from 'react';
import { MovingImage } from '@/ui/media/moving-image.tsx';

/** An emote in a line of text, which it does not make higher. One that was deleted meanwhile shows its code. */
export function EmoteImage({ name, url }: { name: string; url: string }) {
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
