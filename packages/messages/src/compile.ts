/** Compiles ICU messages. Runs in builds and in checks; browsers get the result. */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Choices, Message, Part } from './format.ts';

/** The kind of value that an argument takes: `text`, `number`, `date`, `tag`, or the keywords of a choice, such as `select:no|yes`. */
export type ArgumentKind = string;

export interface CompiledMessage {
  readonly message: Message;
  /** The kinds of the arguments by name. */
  readonly kinds: ReadonlyMap<string, ArgumentKind>;
  /** The categories of each plural, such as `one` and `other`. */
  readonly plurals: readonly { readonly ordinal: boolean; readonly categories: readonly string[] }[];
}

/** The named styles of `{day, date, long}` and `{at, time, short}`. */
const STYLES = ['short', 'medium', 'long', 'full'] as const;

/** @throws Error that says what is wrong with the message */
export function compileMessage(text: string): CompiledMessage {
  const kinds = new Map<string, ArgumentKind>();
  const plurals: { ordinal: boolean; categories: string[] }[] = [];
  const take = (name: string, kind: ArgumentKind) => {
    const known = kinds.get(name) ?? kind;
    if (known !== kind) throw new Error(`{${name}} is used as ${known} and as ${kind}`);
    kinds.set(name, kind);
  };
  const choicesOf = (options: Readonly<Record<string, { value: MessageFormatElement[] }>>): Choices =>
    Object.fromEntries(Object.entries(options).map(([key, { value }]) => [key, compileAll(value)]));
  const compileOne = (element: MessageFormatElement): Part => {
    switch (element.type) {
      case TYPE.literal:
        return element.value;
      case TYPE.pound:
        return [];
      case TYPE.argument:
        take(element.value, 'text');
        return [element.value];
      case TYPE.number:
        take(element.value, 'number');
        return [element.value, 'n', numberOptions(element.style)];
      case TYPE.date:
      case TYPE.time:
        take(element.value, 'date');
        return [element.value, 'd', dateOptions(element.style, element.type === TYPE.date)];
      case TYPE.plural: {
        take(element.value, 'number');
        const ordinal = element.pluralType === 'ordinal';
        plurals.push({ ordinal, categories: Object.keys(element.options) });
        return [element.value, ordinal ? 'o' : 'p', choicesOf(element.options), element.offset];
      }
      case TYPE.select:
        take(element.value, `select:${Object.keys(element.options).sort().join('|')}`);
        return [element.value, 's', choicesOf(element.options)];
      case TYPE.tag:
        take(element.value, 'tag');
        return [element.value, 't', compileAll(element.children)];
    }
  };
  const compileAll = (elements: readonly MessageFormatElement[]): Message => {
    const parts = elements.map(compileOne);
    if (parts.every((part) => typeof part === 'string')) return parts.join('');
    return parts;
  };
  const message = compileAll(parse(text, { requiresOtherClause: true, shouldParseSkeletons: true }));
  return { message, kinds, plurals };
}

type Style = Extract<MessageFormatElement, { type: typeof TYPE.number | typeof TYPE.date }>['style'];

function numberOptions(style: Style): Intl.NumberFormatOptions {
  if (style === null || style === undefined) return {};
  if (style === 'percent') return { style };
  if (typeof style === 'object' && 'tokens' in style) return style.parsedOptions;
  throw new Error(`The style of the number is unknown: ${JSON.stringify(style)}`);
}

function dateOptions(style: Style, isDate: boolean): Intl.DateTimeFormatOptions {
  if (typeof style === 'object' && style !== null && 'pattern' in style) return style.parsedOptions;
  const length = STYLES.find((one) => one === (style ?? 'medium'));
  if (!length) throw new Error(`The style of the date or time is unknown: ${JSON.stringify(style)}`);
  return isDate ? { dateStyle: length } : { timeStyle: length };
}
