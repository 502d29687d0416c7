/** Completions of the word before the caret, such as a mention. */
import type { ChatAuthor, ChatMessage } from '@tributary/contracts/chat';

export interface CompletionOption {
  /** The text that replaces the typed text. */
  readonly text: string;
  readonly label: string;
  readonly hint?: string;
  /** An image before the label. */
  readonly imageUrl?: string;
}

export interface Completer {
  /** Matches the end of the text before the caret; its first group is the typed part of an option. */
  readonly pattern: RegExp;
  find(typed: string): readonly CompletionOption[];
}

export interface Completion {
  /** The start of the text that an option replaces. */
  readonly from: number;
  readonly options: readonly CompletionOption[];
}

/** The number of people and emoji that are offered at once. More letters find the others. */
export const MAX_OPTIONS = 6;

export function complete(before: string, completers: readonly Completer[]): Completion | null {
  for (const { pattern, find } of completers) {
    const typed = pattern.exec(before)?.[1];
    if (typed === undefined) continue;
    const from = before.length - typed.length;
    const options = find(typed);
    // A completely typed option needs no list.
    if (options.length > 0 && !(options.length === 1 && options[0]?.text === typed)) return { from, options };
  }
  return null;
}

/** @returns the text with the option and a space in it, and the caret after them */
export function insertOption(
  text: string,
  caret: number,
  from: number,
  option: CompletionOption,
): { text: string; caret: number } {
  const start = `${text.slice(0, from)}${option.text} `;
  return { text: start + text.slice(caret).replace(/^ /, ''), caret: start.length };
}

export type Person = Pick<ChatAuthor, 'username' | 'displayName'>;

const MENTION = /(?<![\p{L}\p{N}_.@/-])(@[\p{L}\p{N}_-]{0,30})$/u;

/** The typed part of a name at the end of a text; null: no mention, or no letter of the name yet. */
export const typedName = (text: string): string | null => MENTION.exec(text)?.[1]?.slice(1) || null;

/** Completes `@` to people. @param people most recent first */
export const mentionCompleter = (people: () => Iterable<Person>): Completer => ({
  pattern: MENTION,
  find(typed) {
    const wanted = typed.slice(1).toLocaleLowerCase();
    const found = new Map<string, CompletionOption>();
    for (const { username, displayName } of people()) {
      if (found.size >= MAX_OPTIONS) break;
      if (![username, displayName.toLocaleLowerCase()].some((name) => name.startsWith(wanted))) continue;
      found.set(username, { text: `@${username}`, label: displayName || username, hint: `@${username}` });
    }
    return [...found.values()];
  },
});

/** The authors of messages, most recent first, without the user. */
export function* authorsOf(messages: readonly ChatMessage[], self: string | null): Generator<ChatAuthor> {
  for (const { author } of messages.toReversed()) if (author.id !== self) yield author;
}
