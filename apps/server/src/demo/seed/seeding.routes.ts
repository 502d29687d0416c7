import { seedAdminData, seedDemoStreams, seedDemoUsers } from '@tributary/contracts/demo';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import { seedingErrors } from './seeding.errors.ts';
import type { Seeding } from './seeding.ts';

/** @param seeding null: a production instance, which refuses */
export function seedingRoutes(app: FastifyInstance, seeding: Seeding | null): void {
  const onDemo = (): Seeding => {
    if (!seeding) throw seedingErrors.not_a_demo();
    return seeding;
  };
  route(app, seedDemoUsers, () => onDemo().users());
  route(app, seedDemoStreams, () => onDemo().streams());
  route(app, seedAdminData, () => onDemo().adminData());
}
