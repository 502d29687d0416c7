import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { createLog } from './log.ts';
import { inLogContext } from './log-context.ts';
import { plainLine, terminalLine } from './text-lines.ts';

function capture() {
  const lines: string[] = [];
  const out = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, out };
}

it('redacts secrets at the top level and one level down', () => {
  const { lines, out } = capture();
  const secret = 'live_abcdef_123';
  createLog('info', out).info(
    {
      streamKey: secret,
      headers: { cookie: secret, authorization: secret, 'set-cookie': secret },
      user: { password: secret },
    },
    'Something happened',
  );
  expect(lines.join('')).not.toContain(secret);
  expect(lines.join('')).toContain('Something happened');
});

it('prints one line per record on a terminal, with the stack of an error below', () => {
  const line = terminalLine(
    JSON.stringify({
      level: 40,
      time: '2030-01-02T03:04:05.678Z',
      port: 1935,
      err: { stack: 'Error: no\n    at x' },
      msg: 'Careful',
    }),
  );
  expect(stripVTControlCharacters(line)).toBe('03:04:05 warn  Careful port=1935\nError: no\n    at x\n');
});

it('prints a line that is not a log record unchanged', () => {
  expect(terminalLine('not json\n')).toBe('not json\n');
});

const record = (fields: object) =>
  JSON.stringify({ level: 50, time: '2030-01-02T03:04:05.678Z', msg: 'Failed', ...fields });

it('writes text that is no terminal as one line for each record, whatever its fields contain', () => {
  const err = { stack: 'Error: no\n    at x\n    at y' };
  expect(plainLine(record({ err, title: 'a\nb\u001b[31m' }))).toBe(
    '2030-01-02T03:04:05.678Z error Failed title=a b | Error: no | at x | at y\n',
  );
});

it('writes JSON to a file and text to a terminal, unless the format is given', () => {
  for (const [isTTY, format, starts] of [
    [false, undefined, '{"level":30'],
    [true, 'json', '{"level":30'],
    [false, 'text', '20'],
  ] as const) {
    const { lines, out } = capture();
    createLog('info', Object.assign(out, { isTTY }), format).info('Started');
    expect(lines.join('')).toMatch(new RegExp(`^${starts}`));
  }
});

it('logs the message, code, stack and causes of an error, and nothing else that a library adds to it', () => {
  const { lines, out } = capture();
  const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', command: 'AUTH PLAIN c2VjcmV0' });
  const err = Object.assign(new TypeError('Not sent', { cause }), { request: { headers: { apikey: 'k1' } } });
  createLog('info', out).error({ err }, 'A mail was not sent');
  const [line = ''] = lines;
  expect(JSON.parse(line)).toMatchObject({
    err: {
      type: 'TypeError',
      message: 'Not sent',
      cause: { type: 'Error', message: 'refused', code: 'ECONNREFUSED' },
    },
  });
  expect(line).not.toContain('c2VjcmV0');
  expect(line).not.toContain('k1');
});

it('names the job in the lines of what it runs, and not in those that its timers log after it', async () => {
  const { lines, out } = capture();
  const log = createLog('info', out);
  const later = Promise.withResolvers<void>();
  await inLogContext({ job: 'prune', jobId: 'j1' }, async () => {
    log.info('during');
    setImmediate(() => {
      log.info('after');
      later.resolve();
    });
  });
  await later.promise;
  expect(lines.map((line) => JSON.parse(line)).map(({ msg, job }) => [msg, job])).toEqual([
    ['during', 'prune'],
    ['after', undefined],
  ]);
});
