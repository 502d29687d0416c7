import { emoteParts, type MessageEmote } from '@tributary/contracts/chat';
import { EmoteImage } from './emote-image.tsx';

/** A text with the images of its emotes. */
export function EmoteText({ text, emotes }: { text: string; emotes: readonly MessageEmote[] | undefined }) {
  if (!emotes) return text;
  return emoteParts(text, emotes).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
    typeof part === 'string' ? part : <EmoteImage key={index} {...part} />,
  );
}
