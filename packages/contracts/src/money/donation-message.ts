/** What the message of a donation may contain. It is text that strangers show on a stream. */

/** Control characters, and those that are invisible or change the direction of the text around them. */
const CONTROLS = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu;

/** An address of a website: with a scheme, with `www.`, or a name with one of the usual endings. */
const LINK =
  /\b[a-z][a-z\d+.-]*:\/\/|\bwww\.|[\p{L}\p{N}]\.(?:app|biz|cc|click|club|co|com|dev|gg|info|io|link|live|ly|me|net|online|org|ru|shop|site|store|top|tv|xyz)(?![\p{L}\p{N}])/iu;

export const withoutControls = (text: string): string => text.replace(CONTROLS, ' ').trim();

export const hasLink = (text: string): boolean => LINK.test(text);

export const LINK_RULE = 'Leave out links to websites.';
