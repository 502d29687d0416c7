import type { AuditAction } from '@tributary/contracts/instance';
import { expect, it } from 'vitest';
import { audit } from '#platform/audit/index.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { createModerationLog } from './moderation-log.service.ts';

const db = await createTestDatabase();

it('counts actions by month and rule, withholds small numbers, and names neither people nor actions that are not moderation', async () => {
  const record = (action: AuditAction, after: object = {}) =>
    db.transact((tx) => audit(tx, { by: null, action, kind: 'user', id: 'river', reason: 'Words', after }));
  for (let n = 0; n < 5; n++) await record('report.banned', { rule: 'hate' });
  for (let n = 0; n < 4; n++) await record('user.banned', { until: '2030-01-01T00:00:00.000Z' });
  await record('settings.changed');
  const { rows } = await db.pool.query("select to_char(now() at time zone 'UTC', 'YYYY-MM') as month");
  const log = await createModerationLog(db, () => Date.now())();
  expect(log).toEqual({
    months: [
      {
        month: rows[0].month,
        acts: [
          { act: 'banned', reason: 'hate', count: 5 },
          { act: 'suspended', reason: null, count: null },
        ],
      },
    ],
  });
});
