/** Cleans text that people write and others see. */

/** Control characters, and those that are invisible or change the direction of the text around them. */
const CONTROLS = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu;

/**
 * Marks above and below one letter beyond the number that any language needs. They would grow over the lines around
 * them.
 */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu;

/** Letters without a shape, which would make a text look empty. */
const BLANKS = /[\u115f\u1160\u2800\u3164\uffa0]+/gu;

const clean = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(BLANKS, ' ')
    .replace(CONTROLS, ' ')
    .replace(STACKED_MARKS, '$1');

/** One line of composed characters, without invisible ones and those that change the direction of other text. */
export const cleanLine = (text: string): string => clean(text).replace(/\s+/gu, ' ').trim();

/** Several such lines, which keep their indentation. */
export const cleanLines = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map((line) => clean(line).trimEnd())
    .join('\n')
    .trim();
