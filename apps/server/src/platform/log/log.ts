/** The instance's log: JSON lines, or short lines on a terminal. Secrets are redacted. */
import type { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';
import { prettyStream } from './pretty.ts';

export type Log = Logger;

/** Fields that are redacted at the top level and one level down. */
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
