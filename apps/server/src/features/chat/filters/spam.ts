/** Recognizes messages that are sent to get attention, such as shouting and repetition. All checks take linear time. */

/** Names such as `Mr.Smith` are no links, so only common top-level domains count. */
const LINK =
  /(?:https?:\/\/|www\.)\S|[\p{L}\p{N}]\.(?:com|net|org|info|biz|io|gg|tv|me|co|xyz|link|ly|live|app|dev|shop|site|online|store|club|top|vip|ru|de|uk|fr|eu|us|ch|it|es|pl|br|cn|jp|in)(?![\p{L}\p{N}-])/iu;

export const hasLink = (text: string): boolean => LINK.test(text.normalize('NFKC'));

/** Shorter shouts such as `LET'S GO` are allowed. */
const MIN_CAPITALS = 10;
const MAX_CAPITALS_SHARE = 0.7;

export function isShouting(text: string): boolean {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  const small = text.match(/\p{Ll}/gu)?.length ?? 0;
  return capitals >= MIN_CAPITALS && capitals / (capitals + small) > MAX_CAPITALS_SHARE;
}

/** The number of times that a character or a word may follow itself. */
const SAME_CHARACTERS = /(\S)\1{14,}/u;
const SAME_WORDS = 6;

export function isRepetitive(text: string): boolean {
  if (SAME_CHARACTERS.test(text)) return true;
  let [last, count] = ['', 0];
  for (const word of text.toLowerCase().split(' ')) {
    count = word === last ? count + 1 : 1;
    last = word;
    if (count >= SAME_WORDS) return true;
  }
  return false;
}
