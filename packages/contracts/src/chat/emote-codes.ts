/** Emotes in a text: `:name:`. */
import { z } from 'zod';

export const chatEmoteName = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{1,19}$/,
    'Use 2 to 20 lowercase letters, digits and underscores, beginning with a letter.',
  );

const CODE = /:([a-z][a-z0-9_]{1,19}):/g;

export const emoteCode = (name: string): string => `:${name}:`;

/** The names of emotes that a text may contain, each once. */
export const emoteNamesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(CODE)].map(([, name = '']) => name)),
];

/** An emote in a message. */
export const messageEmote = z.object({ name: z.string(), url: z.string() });
export type MessageEmote = z.infer<typeof messageEmote>;

/** Splits the text into parts, of which some are emotes. */
export function emoteParts<Emote extends { readonly name: string }>(
  text: string,
  emotes: readonly Emote[],
): (string | Emote)[] {
  if (emotes.length === 0) return [text];
  const parts: (string | Emote)[] = [];
  let end = 0;
  for (const match of text.matchAll(CODE)) {
    const emote = emotes.find(({ name }) => name === match[1]);
    if (emote === undefined) continue;
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push(emote);
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}
