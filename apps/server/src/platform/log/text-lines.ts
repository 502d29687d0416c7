/**
 * Formats log records for people: time, level, message, then the other fields. A terminal gets colors and the stack of an
 * error below its line; a file or the journal gets the date and one line for each record.
 */
import { stripVTControlCharacters, styleText } from 'node:util';
import type { DestinationStream } from 'pino';
import { z } from 'zod';

const record = z.looseObject({
  level: z.number(),
  time: z.string(),
  msg: z.string().default(''),
  err: z.looseObject({ stack: z.string().optional(), message: z.string().optional() }).optional(),
});

type Style = Parameters<typeof styleText>[0];

const LEVELS: readonly (readonly [from: number, name: string, style: Style])[] = [
  [60, 'fatal', 'magenta'],
  [50, 'error', 'red'],
  [40, 'warn ', 'yellow'],
  [30, 'info ', 'cyan'],
  [20, 'debug', 'gray'],
  [0, 'trace', 'gray'],
];

export function textStream(out: {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}): DestinationStream {
  const format = out.isTTY ? terminalLine : plainLine;
  return { write: (line) => void out.write(format(line)) };
}

/** Formats one JSON line of pino as one line of text, with the stack of an error below it. */
export function terminalLine(line: string): string {
  const parts = partsOf(line);
  if (parts === null) return line;
  const { time, style, name, msg, details, stack } = parts;
  const head = `${styleText('dim', time.slice(11, 19))} ${styleText(style, name)} ${msg}`;
  return `${head}${details ? ` ${styleText('dim', details)}` : ''}${stack ? `\n${styleText('dim', stack)}` : ''}\n`;
}

/** The same without colors, where the lines of a stack follow each other. */
export function plainLine(line: string): string {
  const parts = partsOf(line);
  if (parts === null) return line;
  const { time, name, msg, details, stack } = parts;
  const words = [time, name, msg, details, stack && `| ${stack.replaceAll(/\s*\n\s*/g, ' | ')}`];
  return `${stripVTControlCharacters(words.filter(Boolean).join(' ')).replaceAll(/[\r\n]+/g, ' ')}\n`;
}

function partsOf(line: string) {
  let parsed: z.infer<typeof record>;
  try {
    parsed = record.parse(JSON.parse(line));
  } catch {
    return null;
  }
  const { level, time, msg, err, ...rest } = parsed;
  const [, name, style] = LEVELS.find(([from]) => level >= from) ?? [0, 'trace', 'gray' as const];
  const details = Object.entries(rest)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
  return { time, msg, name, style, details, stack: err ? (err.stack ?? err.message ?? '') : '' };
}
