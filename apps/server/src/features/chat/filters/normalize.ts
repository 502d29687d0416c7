/**
 * Brings text and blocked words into one spelling, so that disguises do not help. The time is linear in the length of
 * the text.
 */

/** Letters of other alphabets and signs, each followed by the Latin letter that it looks like. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  'аa вb еe кk мm нh оo рp сc тt уy хx ѕs іi јj ԁd ԛq ԝw һh ӏl αa εe ηn ιi κk νv οo ρp τt υu χx ωw ıi ßss æae œoe øo łl đd'
    .split(' ')
    .map(([letter = '', ...latin]) => [letter, latin.join('')]),
);

/** Digits and signs that stand for letters. */
const LEET: ReadonlyMap<string, string> = new Map(
  Object.entries({ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', $: 's', '@': 'a' }),
);

const replaceAll = (text: string, by: ReadonlyMap<string, string>): string =>
  Array.from(text, (character) => by.get(character) ?? character).join('');

const IGNORED = /[\p{M}\p{Default_Ignorable_Code_Point}]+/gu;
const WORD = /[\p{L}\p{N}$@]+/gu;

/** The words of a text in lower case, without accents, invisible characters and disguises. */
export function wordsOf(text: string): string[] {
  const plain = replaceAll(text.normalize('NFKD').replace(IGNORED, '').toLowerCase(), LOOKALIKES);
  const words = plain.match(WORD) ?? [];
  // Digits in a number are not disguised letters.
  return words.map((word) => (/^\p{N}+$/u.test(word) ? word : replaceAll(word, LEET)));
}

/** Joins single letters: `b a d` is read as `bad`. */
export function joinLetters(words: readonly string[]): string[] {
  const joined: string[] = [];
  let letters = '';
  for (const word of [...words, '']) {
    if ([...word].length === 1) {
      letters += word;
      continue;
    }
    if (letters !== '') joined.push(letters);
    if (word !== '') joined.push(word);
    letters = '';
  }
  return joined;
}

const STRETCHED = /(.)\1{2,}/gu;

/** Shortens letters that are repeated three times or more to `times`: `baaaad` becomes `bad`. */
export const shorten = (text: string, times: 1 | 2): string => text.replace(STRETCHED, '$1'.repeat(times));
