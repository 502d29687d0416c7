/**
 * Finds the message that a sentence was written from. Schemas hold English sentences, so that contracts depend on no
 * catalogue; servers and browsers translate them by this.
 */
import type { Message } from './format.ts';

export interface MatchedText<Of> {
  readonly of: Of;
  /** The arguments of the message, as the sentence has them. */
  readonly values: Readonly<Record<string, string | number>>;
}

export type MatchText<Of> = (sentence: string) => MatchedText<Of> | null;

interface Pattern<Of> {
  readonly of: Of;
  readonly expression: RegExp;
  readonly names: readonly { readonly name: string; readonly isNumber: boolean }[];
}

/** @param messages English messages of text, `{name}` and `{count, number}`, and what each belongs to */
export function createTextMatcher<Of>(messages: readonly (readonly [Message, Of])[]): MatchText<Of> {
  const exact = new Map<string, Of>();
  const patterns: Pattern<Of>[] = [];
  for (const [message, of] of messages) {
    if (typeof message === 'string') exact.set(message, of);
    else patterns.push(patternOf(message, of));
  }
  // The message with the most words of its own comes first: “Enter at most {max} days.” before “Enter at most {max}.”
  patterns.sort((one, other) => other.expression.source.length - one.expression.source.length);
  return (sentence) => {
    const of = exact.get(sentence);
    if (of !== undefined) return { of, values: {} };
    for (const { of, expression, names } of patterns) {
      const found = expression.exec(sentence);
      if (!found) continue;
      const values = names.map(({ name, isNumber }, index) => {
        const text = found[index + 1] ?? '';
        return [name, isNumber ? Number(text.replaceAll(',', '')) : text];
      });
      return { of, values: Object.fromEntries(values) };
    }
    return null;
  };
}

function patternOf<Of>(message: Exclude<Message, string>, of: Of): Pattern<Of> {
  const names: { name: string; isNumber: boolean }[] = [];
  const source = message.map((part) => {
    if (typeof part === 'string') return part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const [name = '', kind] = part;
    if (kind !== undefined && kind !== 'n') throw new Error(`A sentence shows no choice of {${name}}.`);
    names.push({ name, isNumber: kind === 'n' });
    return kind === 'n' ? '(\\d[\\d,]*(?:\\.\\d+)?)' : '(.+?)';
  });
  return { of, expression: new RegExp(`^${source.join('')}$`, 's'), names };
}
