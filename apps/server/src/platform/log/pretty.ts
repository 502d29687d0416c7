/** Formats log records for a terminal: time, level, message, then the other fields. */
import { styleText } from 'node:util';
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

export function prettyStream(out: { write(text: string): unknown }): DestinationStream {
  return { write: (line) => void out.write(prettyLine(line)) };
}

/** Formats one JSON line of pino as one line of text, with the stack of an error below it. */
export function prettyLine(line: string): string {
  let parsed: z.infer<typeof record>;
  try {
    parsed = record.parse(JSON.parse(line));
  } catch {
    return line;
  }
  const { level, time, msg, err, ...rest } = parsed;
  const [, name, style] = LEVELS.find(([from]) => level >= from) ?? [0, 'trace', 'gray' as const];
  const details = Object.entries(rest)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
  const head = `${styleText('dim', time.slice(11, 19))} ${styleText(style, name)} ${msg}`;
  const stack = err ? `\n${styleText('dim', err.stack ?? err.message ?? '')}` : '';
  return `${head}${details ? ` ${styleText('dim', details)}` : ''}${stack}\n`;
}
