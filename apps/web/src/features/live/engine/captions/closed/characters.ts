/** The characters of CEA-608 (ANSI/CTA-608-E, annex A) and CEA-708 (ANSI/CTA-708-E, section 7.1). */

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

/** Those of CEA-708 behind the code 0x10 (set G2). */
const EXTENDED: Readonly<Record<number, string>> = {
  32: ' ',
  33: ' ',
  37: '…',
  42: 'Š',
  44: 'Œ',
  48: '█',
  49: '‘',
  50: '’',
  51: '“',
  52: '”',
  53: '•',
  57: '™',
  58: 'š',
  60: 'œ',
  61: '℠',
  63: 'Ÿ',
  118: '⅛',
  119: '⅜',
  120: '⅝',
  121: '⅞',
  122: '│',
  123: '┐',
  124: '└',
  125: '─',
  126: '┘',
  127: '┌',
};

/** @param bytes a code of CEA-708 @returns null where it is no character; a decoder shows `_` for one it lacks */
export function serviceCharacter([code = 0, second = 0, third = 0]: Uint8Array): string | null {
  if (code === 0x10) return (second & 0x7f) < 0x20 ? null : (EXTENDED[second] ?? '_');
  // 16 bits, in practice of Unicode.
  if (code === 0x18) return second === 0 && third < 0x20 ? null : String.fromCharCode(second * 256 + third);
  if (code < 0x20) return null;
  return code === 0x7f ? '♪' : String.fromCharCode(code);
}
