import { expect, it } from 'vitest';
import { readAudit } from './audit-report.ts';

const VERSIONS: Readonly<Record<string, string>> = {
  'apps/server/node_modules/better-auth': '1.7.6',
  'node_modules/tar': '7.5.1',
  'apps/server/node_modules/tar': '7.4.0',
};
const read = (output: unknown) =>
  readAudit(typeof output === 'string' ? output : JSON.stringify(output), (place) => VERSIONS[place]);

/** As npm 11 prints it. */
const report = (vulnerabilities: object) => ({
  auditReportVersion: 2,
  vulnerabilities,
  metadata: {
    vulnerabilities: { info: 0, low: 0, moderate: 0, high: 1, critical: 0, total: 1 },
    dependencies: { prod: 400, dev: 200, optional: 40, peer: 0, peerOptional: 0, total: 640 },
  },
});

const BETTER_AUTH = {
  name: 'better-auth',
  severity: 'high',
  isDirect: true,
  via: [
    {
      source: 1100001,
      name: 'better-auth',
      dependency: 'better-auth',
      title: 'Email verification tokens are not bound to the account',
      url: 'https://github.com/advisories/GHSA-xxxx-xxxx-xxxx',
      severity: 'high',
      cwe: ['CWE-287'],
      cvss: { score: 7.5, vectorString: 'CVSS:3.1/AV:N' },
      range: '<1.7.20',
    },
  ],
  effects: ['@better-auth/passkey'],
  range: '<1.7.20',
  nodes: ['apps/server/node_modules/better-auth'],
  fixAvailable: { name: 'better-auth', version: '1.7.25', isSemVerMajor: false },
};

it('names a package with an advisory, its version, and the release that fixes it', () => {
  expect(read(report({ 'better-auth': BETTER_AUTH }))).toEqual({
    kind: 'advisories',
    lines: [
      'better-auth 1.7.6 (high): Email verification tokens are not bound to the account, in <1.7.20. Install better-auth 1.7.25. https://github.com/advisories/GHSA-xxxx-xxxx-xxxx',
    ],
  });
});

it('names each version that is installed, and says where nothing is fixed yet', () => {
  const [cause] = BETTER_AUTH.via;
  const tar = {
    name: 'tar',
    via: [{ ...cause, title: 'Overwrites files', range: '<8' }],
    nodes: ['node_modules/tar', 'apps/server/node_modules/tar'],
    fixAvailable: false,
  };
  expect(read(report({ tar }))).toMatchObject({
    lines: [
      expect.stringContaining('tar 7.5.1, 7.4.0 (high): Overwrites files, in <8. There is no fixed release'),
    ],
  });
});

it('does not name packages that only depend on one with an advisory', () => {
  const passkey = { ...BETTER_AUTH, name: '@better-auth/passkey', via: ['better-auth'] };
  const outcome = read(report({ 'better-auth': BETTER_AUTH, '@better-auth/passkey': passkey }));
  expect(outcome).toMatchObject({ lines: [expect.stringMatching(/^better-auth /)] });
});

it('finds nothing in an empty report', () => {
  expect(read(report({}))).toEqual({ kind: 'clean' });
});

it.each([
  [
    'that has no audit endpoint',
    {
      message: '405 Method Not Allowed - POST https://registry.example/-/npm/v1/security/advisories/bulk',
      method: 'POST',
      uri: 'https://registry.example/-/npm/v1/security/advisories/bulk',
      headers: { allow: ['GET,HEAD'] },
      statusCode: 405,
      body: '',
      error: { summary: '', detail: '' },
    },
    '405 Method Not Allowed',
  ],
  [
    'that cannot be reached',
    { error: { code: 'ENOTFOUND', summary: 'request to the registry failed', detail: '' } },
    'request to the registry failed',
  ],
  ['whose answer is no JSON', '<html>Sign in</html>', 'unexpected output: <html>Sign in</html>'],
])('is unanswered by a registry %s, rather than clean', (_, output, reason) => {
  expect(read(output)).toEqual({ kind: 'unanswered', reason: expect.stringContaining(reason) });
});
