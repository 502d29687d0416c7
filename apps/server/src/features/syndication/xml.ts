import { escapeHtml } from '#platform/http/index.ts';

/** Characters that XML 1.0 forbids even when escaped (section 2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it matches
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** Leaves out characters that XML forbids, and escapes the rest, so that any text stays text. */
export const escapeXml = (text: string): string => escapeHtml(text.replace(FORBIDDEN, ''));

/** An element that contains text. */
export const textElement = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

/** An element that contains elements with text. */
export const element = (name: string, fields: Readonly<Record<string, string>>): string =>
  `<${name}>${Object.entries(fields)
    .map(([field, text]) => textElement(field, text))
    .join('')}</${name}>`;
