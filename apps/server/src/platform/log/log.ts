/**
 * The instance's log: JSON lines, or lines for people. Secrets are redacted, and a line names the request or the job that
 * caused it.
 */
import type { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';
import { errorFields } from './error-fields.ts';
import { currentLogContext } from './log-context.ts';
import { textStream } from './text-lines.ts';

export type Log = Logger;

export type LogFormat = 'json' | 'text';

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

/**
 * @param level a pino level, or `silent`
 * @param format by default text on a terminal, and JSON anywhere else
 */
export function createLog(
  level: string,
  out: Writable & { readonly isTTY?: boolean } = process.stdout,
  format: LogFormat = out.isTTY ? 'text' : 'json',
): Log {
  const options = {
    level,
    base: null,
    mixin: currentLogContext,
    // The fields of a line are more exact than those of what caused it.
    mixinMergeStrategy: (line: object, context: object) => ({ ...context, ...line }),
    serializers: { err: errorFields },
    redact: { paths: redact, censor: '[hidden]' },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  };
  return format === 'text' ? pino(options, textStream(out)) : pino(options, out);
}
