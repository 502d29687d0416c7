import { listOutbox } from '@tributary/contracts/instance';
import type { FastifyInstance } from 'fastify';
import { defineErrors } from '../errors.ts';
import { route } from '../http/route.ts';
import type { Outbox } from './outbox.ts';

const errors = defineErrors('mail', {
  no_outbox: 'not_found',
});

const LIMIT = 50;

/** @param outbox null when mails must not be readable, because their links open accounts */
export function outboxRoutes(app: FastifyInstance, outbox: Outbox | null): void {
  route(app, listOutbox, async () => {
    if (!outbox) throw errors.no_outbox();
    return { mails: await outbox.newest(LIMIT) };
  });
}
