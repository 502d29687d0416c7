/** The dependencies of the features of money besides channels, without HTTP and without a queue that runs by itself. */
import { expect } from 'vitest';
import { createUsers } from '#features/identity/index.ts';
import { createHooks } from '#platform/hooks.ts';
import { createLog } from '#platform/log/log.ts';
import { processId } from '#platform/processes/processes.tables.ts';
import { createMemoryState } from '#platform/shared-state/index.ts';
import type { TestDatabase } from '../database.ts';

export function moneyOptions(db: TestDatabase) {
  return {
    db,
    replica: db,
    hooks: createHooks(),
    users: createUsers(db),
    log: createLog('silent'),
    jobs: { send: async () => undefined },
    sharedState: createMemoryState(),
    notifications: { notify: async () => undefined },
    realtime: { keys: () => [], topic: () => expect.fail('Nobody listens to a topic') },
    live: {
      playback: { addAccessPolicy: () => undefined },
      gates: { follow: () => undefined },
    },
    processes: { id: processId.parse(crypto.randomUUID()), urlOf: async () => null },
    mailer: { send: async () => undefined },
    instanceName: () => 'Test',
    publicUrl: 'https://live.example.org',
    secret: 'a secret of the tests that is long enough',
    variables: {},
    demo: true,
    allowSandboxPayments: false,
  };
}
