import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { createPasswordRules } from './password-rules.ts';

const log = createLog('silent');
const offline = createPasswordRules({ log, breachesUrl: null, instanceName: () => 'River Town' });

const refusal = (detail: RegExp) => ({
  code: 'password_unfit',
  errors: [{ pointer: '/newPassword', detail: expect.stringMatching(detail) }],
});

describe('a new password', () => {
  it.each([
    'password123',
    'PASSWORD123',
    'qwertyuiop',
    '1234567890',
    'aaaaaaaaaaaa',
    'abababababab',
    'dragondragon',
  ])('%s is refused as too common', async (password) => {
    await expect(offline.check(password, '/newPassword')).rejects.toMatchObject(refusal(/too common/));
  });

  it.each(['RiverTown2026', 'river-town!!!', 'tributary-tributary', 'ann-marie.2026', 'StreamAdmin99'])(
    '%s is refused as made of known names',
    async (password) => {
      const check = offline.check(password, '/newPassword', ['ann-marie', 'ann']);
      await expect(check).rejects.toMatchObject(refusal(/name/));
    },
  );

  it('has a minimum and a maximum length', async () => {
    await expect(offline.check('x1!yZ', '/newPassword')).rejects.toMatchObject(refusal(/10/));
    await expect(offline.check('xy'.repeat(65), '/newPassword')).rejects.toMatchObject(refusal(/128/));
  });

  it.each(['correct horse battery', 'ein langer Satz', '三通目のとても長い文', 'Tr1bu-tary-9x'])(
    '%s is accepted',
    async (password) => {
      await offline.check(password, '/newPassword');
    },
  );
});

/** Starts a server that answers like the range search of Have I Been Pwned. */
async function breaches(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const breachesUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/range/`;
  return createPasswordRules({ log, breachesUrl, instanceName: () => 'Test' });
}

describe('the check for breached passwords', () => {
  const password = 'correct horse battery';
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase();

  it('sends five digits of a hash and nothing else', async () => {
    const requested: string[] = [];
    const rules = await breaches((req, res) => {
      requested.push(req.url ?? '');
      res.end(`${'0'.repeat(35)}:3\r\n${hash.slice(5)}:17\r\n`);
    });
    await expect(rules.check(password, '/newPassword')).rejects.toMatchObject(refusal(/breach/));
    expect(requested).toEqual([`/range/${hash.slice(0, 5)}`]);
    await rules.check('another phrase that is long', '/newPassword');
  });

  it('ignores padding in the answer', async () => {
    const rules = await breaches((_req, res) => res.end(`${hash.slice(5)}:0\r\n`));
    await rules.check(password, '/newPassword');
  });

  it('accepts the password if the service cannot be reached', async () => {
    const failing = await breaches((_req, res) => res.writeHead(503).end());
    await failing.check(password, '/newPassword');
    const gone = createPasswordRules({
      log,
      breachesUrl: 'http://127.0.0.1:1/range/',
      instanceName: () => 'Test',
    });
    await gone.check(password, '/newPassword');
  });
});
