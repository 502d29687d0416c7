/** Formats compiled messages. The browser loads this file. */

/**
 * A compiled ICU message: its text, or its parts in order. The form is JSON, so that a browser reads a language's file
 * without evaluating code.
 */
export type Message = string | readonly Part[];

/** Messages by the value that selects them: a plural category, `=0`, or a keyword. */
export type Choices = Readonly<Record<string, Message>>;

export type Part =
  | string
  /** The value of the surrounding plural: `#`. */
  | readonly []
  /** A text: `{name}`. */
  | readonly [name: string]
  /** A number, or a date or time: `{size, number}`, `{day, date, long}`. */
  | readonly [name: string, kind: 'n', options: Intl.NumberFormatOptions]
  | readonly [name: string, kind: 'd', options: Intl.DateTimeFormatOptions]
  /** Choices by cardinal or ordinal plural category, and by keyword. */
  | readonly [name: string, kind: 'p' | 'o', choices: Choices, offset: number]
  | readonly [name: string, kind: 's', choices: Choices]
  /** Text inside a tag: `<link>terms</link>`. */
  | readonly [name: string, kind: 't', inner: Message];

/** An argument that a message takes. Functions render the text inside a tag. */
export type Value<Rendered> = string | number | Date | ((inner: (string | Rendered)[]) => Rendered);
export type Values<Rendered> = Readonly<Record<string, Value<Rendered>>>;

const formats = new Map<string, unknown>();

/** Making an `Intl` object takes far longer than formatting with it. */
function cached<Format>(kind: string, locale: string, options: object, make: () => Format): Format {
  const key = kind + locale + JSON.stringify(options);
  const format = (formats.get(key) as Format | undefined) ?? make();
  formats.set(key, format);
  return format;
}

export const numberFormat = (locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  cached('n', locale, options, () => new Intl.NumberFormat(locale, options));

export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  cached('d', locale, options, () => new Intl.DateTimeFormat(locale, options));

const pluralRules = (locale: string, options: Intl.PluralRulesOptions): Intl.PluralRules =>
  cached('p', locale, options, () => new Intl.PluralRules(locale, options));

/** The texts of a message in order, and what its tags render. */
export function formatParts<Rendered = never>(
  message: Message,
  locale: string,
  values: Values<Rendered>,
  counted = 0,
): (string | Rendered)[] {
  if (typeof message === 'string') return [message];
  return message.flatMap((part): (string | Rendered)[] => {
    if (typeof part === 'string') return [part];
    if (part.length === 0) return [numberFormat(locale).format(counted)];
    const value = values[part[0]];
    if (part.length === 1) return [String(value)];
    switch (part[1]) {
      case 'n':
        return [numberFormat(locale, part[2]).format(Number(value))];
      case 'd':
        return [
          dateFormat(locale, part[2]).format(value instanceof Date ? value : new Date(value as string)),
        ];
      case 's':
        return formatParts(part[2][String(value)] ?? part[2].other ?? '', locale, values, counted);
      case 't': {
        const inner = formatParts(part[2], locale, values, counted);
        return typeof value === 'function' ? [value(inner)] : inner;
      }
      default: {
        const [, kind, choices, offset] = part;
        const left = Number(value) - offset;
        const rules = pluralRules(locale, { type: kind === 'o' ? 'ordinal' : 'cardinal' });
        const chosen = choices[`=${value}`] ?? choices[rules.select(left)] ?? choices.other ?? '';
        return formatParts(chosen, locale, values, left);
      }
    }
  });
}

export const formatText = (message: Message, locale: string, values: Values<never>): string =>
  formatParts(message, locale, values).join('');
