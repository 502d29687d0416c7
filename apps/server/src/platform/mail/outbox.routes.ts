import { listOutbox } from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import { defineErrors } from '../errors.ts';
import { route } from '../http/route.ts';
import type { Outbox } from './outbox.ts';

const errors = defineErrors({
  no_outbox: ['not_found', 'Mails leave this instance; there is no outbox to read.'],
});

const SHOWN = 50;

/** @param outbox null where mails are nobody's to read: they open people's accounts */
export function outboxRoutes(app: FastifyInstance, outbox: Outbox | null): void {
  route(app, listOutbox, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
    if (!outbox) throw errors.no_outbox();
    return { mails: await outbox.newest(SHOWN) };
  });
}
