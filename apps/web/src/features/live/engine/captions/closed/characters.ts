/** The characters of CEA-608 (ANSI/CTA-608-E, annex A). */

/** Those of the basic set that differ from ASCII. */
const BASIC: Readonly<Record<number, string>> = {
  39: '’',
  42: 'á',
  92: 'é',
  94: 'í',
  95: 'ó',
  96: 'ú',
  123: 'ç',
  124: '÷',
  125: 'Ñ',
  126: 'ñ',
  127: '█',
};

/** From 0x30 on, behind the control code 0x11. */
const SPECIAL = [...'®°½¿™¢£♪à èâêîôû'];

/** From 0x20 on, behind the control codes 0x12 and 0x13. */
const SPANISH_FRENCH = [...'ÁÉÓÚÜü‘¡*’—©℠•“”ÀÂÇÈÊËëÎÏïÔÙùÛ«»'];
const PORTUGUESE_GERMAN = [...'ÃãÍÌìÒòÕõ{}\\^_|~ÄäÖöß¥¤│ÅåØø┌┐└┘'];

export const basicCharacter = (byte: number): string => BASIC[byte] ?? String.fromCharCode(byte);

/** @returns null where these bytes are no special character */
export const specialCharacter = (code: number, byte: number): string | null =>
  code === 0x11 ? (SPECIAL[byte - 0x30] ?? null) : null;

/** @returns null where these bytes are no extended character, which replaces the character before it */
export function extendedCharacter(code: number, byte: number): string | null {
  if (code === 0x12) return SPANISH_FRENCH[byte - 0x20] ?? null;
  return code === 0x13 ? (PORTUGUESE_GERMAN[byte - 0x20] ?? null) : null;
}
