import { locale } from '@/lib/messages/language.ts';

/** A list of alternatives: `30 USDC or 0.01 ETH`. */
export const anyOf = (texts: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'disjunction' }).format(texts);
