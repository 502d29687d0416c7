import { escapeHtml } from '#platform/http/index.ts';

/** Characters that XML 1.0 forbids even when escaped (section 2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it matches
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** Removes characters that XML forbids. */
export const xmlText = (text: string): string => text.replace(FORBIDDEN, '');

export const escapeXml = (text: string): string => escapeHtml(xmlText(text));
