/** Collects the health of the instance's parts for GET /healthz. */
import { getHealth, type Health } from '@tributary/contracts/shared';
import type { FastifyInstance } from 'fastify';
import { route } from '../route.ts';
import { reportArrival } from './arrival-report.ts';

export type PartState = Health['parts'][string];

export interface HealthRegistry {
  /** @param essential whether the instance is down (503) when this part is down */
  add(name: string, essential: boolean, probe: () => PartState | Promise<PartState>): void;
  check(): Promise<Health>;
}

/** A probe that takes longer counts as down, because monitors have a timeout too. */
const PROBE_TIMEOUT_MS = 2_000;

export function createHealth(version: string): HealthRegistry {
  const probes = new Map<string, { essential: boolean; probe: () => PartState | Promise<PartState> }>();
  const started = performance.now();
  return {
    add: (name, essential, probe) => void probes.set(name, { essential, probe }),
    check: async () => {
      const parts = await Promise.all(
        [...probes].map(async ([name, { essential, probe }]) => ({
          name,
          essential,
          part: await runProbe(probe),
        })),
      );
      const down = parts.some(
        ({ essential, part }) => essential && (part.state === 'down' || part.state === 'starting'),
      );
      return {
        status: down ? 'down' : parts.every(({ part }) => part.state === 'ok') ? 'ok' : 'degraded',
        version,
        uptimeSeconds: Math.floor((performance.now() - started) / 1000),
        parts: Object.fromEntries(parts.map(({ name, part }) => [name, part])),
      };
    },
  };
}

async function runProbe(probe: () => PartState | Promise<PartState>): Promise<PartState> {
  const { promise: late, resolve } = Promise.withResolvers<PartState>();
  const timer = setTimeout(
    () => resolve({ state: 'down', detail: `no answer within ${PROBE_TIMEOUT_MS} ms` }),
    PROBE_TIMEOUT_MS,
  );
  try {
    return await Promise.race([late, probe()]);
  } catch (error) {
    return { state: 'down', detail: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** @param secret the key of the proof that `reportArrival` requires */
export function healthRoute(app: FastifyInstance, health: HealthRegistry, secret: string): void {
  route(app, getHealth, async ({ request, reply }) => {
    reportArrival(request, reply, secret);
    const report = await health.check();
    reply.header('cache-control', 'no-store').code(report.status === 'down' ? 503 : 200);
    return report;
  });
}
