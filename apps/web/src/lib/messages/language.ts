/**
 * The language of the page. It is settled before the app is loaded and stays until the next page, so that texts may be
 * written when a module is loaded.
 */

import type { Message } from '@tributary/messages/format';

/** The compiled messages of a language other than English, by their English texts or short names. */
export type Messages = Readonly<Record<string, Message>>;

let tag = 'en-US';
let messages: Messages = {};

/** The tag for `Intl`. */
export const locale = (): string => tag;

/**
 * A key as the build leaves it (apps/web/message-keys.ts): the English text, which is also its name in the file of a
 * language, or a short name and the English message where the text does not settle the translation.
 */
type BuiltKey = string | readonly [name: string, english: Message];

/** The message for a key that the build has replaced. */
export function messageFor(key: unknown): Message {
  const built = key as BuiltKey;
  const [name, english] = typeof built === 'string' ? [built, built] : built;
  return messages[name] ?? english;
}

export function setMessages(localeTag: string, loaded: Messages): void {
  tag = localeTag;
  messages = loaded;
}
