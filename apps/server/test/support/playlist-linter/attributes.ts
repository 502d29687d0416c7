import type { Report } from './finding.ts';

const ATTRIBUTE = /^([A-Z0-9-]+)=("[^"\r\n]*"|[^",\s]+)(?:,|$)/;

/** The attribute list of a tag (section 4.2): raw values by name, with quotes. */
export type Attributes = ReadonlyMap<string, string>;

export function readAttributes(tag: string, text: string, report: Report): Attributes {
  const attributes = new Map<string, string>();
  let rest = text;
  while (rest !== '') {
    const match = ATTRIBUTE.exec(rest);
    const [whole, name, value] = match ?? [];
    if (whole === undefined || name === undefined || value === undefined) {
      report.add('attribute-syntax', '4.2', `${tag} holds "${rest}", which is not an attribute list.`);
      break;
    }
    if (attributes.has(name)) report.add('attribute-twice', '4.2', `${tag} gives ${name} twice.`);
    attributes.set(name, value);
    rest = rest.slice(whole.length);
  }
  return attributes;
}

/** The content of a quoted string. */
export function quoted(tag: string, attributes: Attributes, name: string, report: Report): string | null {
  const value = attributes.get(name);
  if (value === undefined) return null;
  if (value.length >= 2 && value.startsWith('"') && value.endsWith('"')) return value.slice(1, -1);
  report.add('attribute-type', '4.2', `${tag} gives ${name}=${value}, which must be in quotes.`);
  return null;
}

/** A decimal number, with or without a fraction. */
export function decimal(tag: string, attributes: Attributes, name: string, report: Report): number | null {
  const value = attributes.get(name);
  if (value === undefined) return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  report.add('attribute-type', '4.2', `${tag} gives ${name}=${value}, which must be a decimal number.`);
  return null;
}

/** YES or NO. */
export function isYes(tag: string, attributes: Attributes, name: string, report: Report): boolean {
  const value = attributes.get(name);
  report.expect(
    value === undefined || value === 'YES' || value === 'NO',
    'attribute-type',
    '4.2',
    `${tag} gives ${name}=${value}, which must be YES or NO.`,
  );
  return value === 'YES';
}
