import { escapeHtml } from '#platform/http/index.ts';

/** What no XML 1.0 document may hold, however it is written. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** What people write, for XML. */
export const xmlText = (text: string): string => text.replace(FORBIDDEN, '');

export const escapeXml = (text: string): string => escapeHtml(xmlText(text));
