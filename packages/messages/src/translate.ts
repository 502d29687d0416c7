/** The types by which keys and their arguments are checked. */
import type { MessageArguments, Tag } from './keys.ts';

export type Key = keyof MessageArguments;

/** The keys of messages without tags, which are plain text. */
export type TextKey = {
  [K in Key]: Tag extends MessageArguments[K][keyof MessageArguments[K]] ? never : K;
}[Key];

/** The arguments of a message in a call, which are left out where the message has none. */
export type ArgumentsOf<K extends Key> =
  Record<never, never> extends MessageArguments[K] ? [] : [values: MessageArguments[K]];

/** The arguments of a message whose tags are rendered as `Rendered`. */
export type RichArgumentsOf<K extends Key, Inner, Rendered> = {
  [Name in keyof MessageArguments[K]]: MessageArguments[K][Name] extends Tag
    ? (inner: Inner) => Rendered
    : MessageArguments[K][Name];
};
