import {
  archiveTier,
  createTier,
  listOwnTiers,
  putTier,
  putTierOrder,
  restoreTier,
} from '@tributary/contracts/memberships';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { OwnTiers } from './own-tiers.service.ts';

export function ownTierRoutes(app: FastifyInstance, tiers: OwnTiers): void {
  route(app, listOwnTiers, ({ caller }) => tiers.list(caller.userId));
  route(app, createTier, ({ caller, body }) => tiers.create(caller.userId, body));
  route(app, putTier, ({ caller, params, body }) => tiers.edit(caller.userId, params.id, body));
  route(app, putTierOrder, ({ caller, body }) => tiers.order(caller.userId, body.ids));
  route(app, archiveTier, ({ caller, params }) => tiers.archive(caller.userId, params.id));
  route(app, restoreTier, ({ caller, params }) => tiers.restore(caller.userId, params.id));
}
