/** Rules for the message of a donation, which is text of strangers on a stream. */

/** A link to a website: with a scheme, with `www.`, or a name with a common top-level domain. */
const LINK =
  /\b[a-z][a-z\d+.-]*:\/\/|\bwww\.|[\p{L}\p{N}]\.(?:app|biz|cc|click|club|co|com|dev|gg|info|io|link|live|ly|me|net|online|org|ru|shop|site|store|top|tv|xyz)(?![\p{L}\p{N}])/iu;

export const hasLink = (text: string): boolean => LINK.test(text);

export const LINK_RULE = 'Leave out links to websites.';
