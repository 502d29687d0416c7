import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { createLog } from './log.ts';
import { prettyLine } from './pretty.ts';

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
  const line = prettyLine(
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
  expect(prettyLine('not json\n')).toBe('not json\n');
});
