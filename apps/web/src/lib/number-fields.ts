/** Numbers as the text of a form's fields. Text that can't be read becomes NaN, which the schemas refuse. */

export const wholeOf = (text: string): number => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN);

/** Reads `5`, `5.5`, `5,50`; an empty field is free. */
export function centsOf(text: string): number {
  const [, whole = '', cents = ''] = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  if (whole === '') return text.trim() === '' ? 0 : Number.NaN;
  return Number(whole) * 100 + Number(cents.padEnd(2, '0'));
}
