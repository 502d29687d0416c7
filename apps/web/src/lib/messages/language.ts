/**
 * The language of the page. It is settled before the app is loaded and stays until the next page, so that texts may be
 * written when a module is loaded.
 */

import type { Message } from '@tributary/messages/format';

/** The compiled messages of a language other than English, by the short names of their keys. */
export type Messages = Readonly<Record<string, Message>>;

let tag = 'en-US';
let messages: Messages = {};

/** The tag for `Intl`. */
export const locale = (): string => tag;

/**
 * A key as the build leaves it (apps/web/message-keys.ts): the short name under which the file of a language has the
 * message, and the English message.
 */
type BuiltKey = readonly [id: string, english: Message];

/** The message for a key that the build has replaced. */
export function messageFor(key: unknown): Message {
  if (!Array.isArray(key)) throw new Error(`The build has not replaced the key ${String(key)}.`);
  const [id, english] = key as unknown as BuiltKey;
  return messages[id] ?? english;
}

export function setMessages(localeTag: string, loaded: Messages): void {
  tag = localeTag;
  messages = loaded;
}
