/** What a chat message may contain. It is text that strangers show to many people. */
import { withoutControls } from '../money/donation-message.ts';

/** Marks above and below one letter, more than any language needs, grow over the lines around them. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu;

/** Letters without a shape, which would make an empty message. */
const BLANKS = /[\u115f\u1160\u2800\u3164\uffa0]+/gu;

/** One line of composed characters, without invisible ones and those that change the direction of other text. */
export const cleanChatText = (text: string): string =>
  withoutControls(text.toWellFormed().normalize('NFC').replace(BLANKS, ' '))
    .replace(STACKED_MARKS, '$1')
    .replace(/\s+/gu, ' ')
    .trim();
