/** Finds the messages of schemas, whose English sentences are in `schemas.json` of the catalogues. */
import { writeAmounts } from '@tributary/contracts/shared';
import { createTextMatcher, type MatchText } from '@tributary/messages/match-text';
import type { TextKey } from '@tributary/messages/translate';
import { schemaKeys } from './source-messages.ts';
import { englishMessage, type Text } from './texts.ts';

let match: MatchText<TextKey> | null = null;

/**
 * @param sentence as the schema has it, with amounts of `amountIn`
 * @param currency of these amounts
 * @returns the sentence itself if no catalogue has it
 */
export function schemaText(sentence: string, currency: string): Text {
  match ??= createTextMatcher(schemaKeys().map((key) => [englishMessage(key), key]));
  const found = match(sentence);
  if (!found) return writeAmounts(sentence, currency);
  const values = Object.entries(found.values).map(([name, value]) => {
    const [, minor] = /^\{amount (\d+)\}$/.exec(String(value)) ?? [];
    return [name, minor === undefined ? value : { minor: Number(minor), currency }];
  });
  return { key: found.of, values: Object.fromEntries(values) };
}
