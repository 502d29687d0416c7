/** The instance's log: JSON lines for machines, short lines on a terminal, secrets in neither. */
import type { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';
import { prettyStream } from './pretty.ts';

export type Log = Logger;

/** Names under which something secret might be logged, at the top or one level down. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'streamKey',
  'stream_key',
  'token',
  '["set-cookie"]',
];

const redact = SECRET_FIELDS.flatMap((field) => [field, field.startsWith('[') ? `*${field}` : `*.${field}`]);

/** @param level a pino level, or `silent` */
export function createLog(level: string, out: Writable & { readonly isTTY?: boolean } = process.stdout): Log {
  const options = {
    level,
    base: null,
    redact: { paths: redact, censor: '[hidden]' },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  };
  return out.isTTY ? pino(options, prettyStream(out)) : pino(options, out);
}
