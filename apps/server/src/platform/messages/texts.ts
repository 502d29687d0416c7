/** Puts messages into words. */
import { formatText, type Message, numberFormat, type Value, type Values } from '@tributary/messages/format';
import type { MessageArguments } from '@tributary/messages/keys';
import { type Language, localeOf, SOURCE_LANGUAGE } from '@tributary/messages/languages';
import type { ArgumentsOf, TextKey } from '@tributary/messages/translate';
import { type FindMessage, loadMessages } from './source-messages.ts';

/** An amount in a text, formatted for the language of its reader. */
export interface Money {
  readonly minor: number;
  readonly currency: string;
}

/** Arguments whose texts may depend on the language as well. */
export type LaterArguments<Arguments> = {
  readonly [Name in keyof Arguments]:
    | Arguments[Name]
    | (string extends Arguments[Name] ? LocalizedText | Money | WriteValue : never);
};

/** Writes an argument in a language, such as a date in the time zone of an event. */
export type WriteValue = (language: Language) => string;

/** A message and its arguments, to be put into words once the language of its reader is known. */
export interface LocalizedText {
  readonly key: TextKey;
  readonly values: Readonly<Record<string, string | number | Date | LocalizedText | Money | WriteValue>>;
}

/** A text of the catalogues, or one that comes from elsewhere and stays as it is, such as a payment provider's. */
export type Text = LocalizedText | string;

/** A text that is written later: `localized('errors.payouts.payout_waits', { until })`. */
export function localized<K extends TextKey>(
  key: K,
  ...[values]: Record<never, never> extends MessageArguments[K]
    ? []
    : [values: LaterArguments<MessageArguments[K]>]
): LocalizedText {
  return { key, values: (values ?? {}) as LocalizedText['values'] };
}

/** The text of a message: `textIn(language, 'mail.greeting', { name })`. */
export function textIn<K extends TextKey>(language: Language, key: K, ...[values]: ArgumentsOf<K>): string {
  return format(language, key, (values ?? {}) as Values<never>);
}

/** @returns a text from elsewhere unchanged */
export function localize(text: Text, language: Language): string {
  if (typeof text === 'string') return text;
  const { key, values } = text;
  const written = Object.entries(values).map(([name, value]) => [name, writeValue(value, language)]);
  return format(language, key, Object.fromEntries(written));
}

/** A text of a person as it is, and one of the server in the language. */
export const written = (text: string | LocalizedText, language: Language): string =>
  typeof text === 'string' ? text : localize(text, language);

function writeValue(value: LocalizedText['values'][string], language: Language): Value<never> {
  if (typeof value === 'function') return value(language);
  if (typeof value !== 'object' || value instanceof Date) return value;
  return 'key' in value ? localize(value, language) : writeMoney(value, language);
}

function writeMoney({ minor, currency }: Money, language: Language): string {
  const format = numberFormat(localeOf(language), { style: 'currency', currency });
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

const loaded = new Map<Language, FindMessage>();

/** The messages of a language, which are loaded when they are first needed. */
function messagesOf(language: Language): FindMessage | null {
  const known = loaded.get(language);
  if (known) return known;
  const messages = loadMessages(language);
  if (messages) loaded.set(language, messages);
  return messages;
}

/** @throws Error if no catalogue has it, which types rule out unless the build is older than the sources */
export function englishMessage(key: TextKey): Message {
  const message = messagesOf(SOURCE_LANGUAGE)?.(key);
  if (message === undefined) throw new Error(`No catalogue has the message ${key}.`);
  return message;
}

function format(language: Language, key: TextKey, values: Values<never>): string {
  const message = messagesOf(language)?.(key);
  if (message !== undefined) return formatText(message, localeOf(language), values);
  return formatText(englishMessage(key), localeOf(SOURCE_LANGUAGE), values);
}
