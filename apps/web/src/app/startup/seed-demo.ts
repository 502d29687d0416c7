/** The demo seeding of spec section 7, requested once per load. */
import type { SeedResult } from '@tributary/contracts/demo';
import { call } from '@/lib/api/client.ts';

/** In order: later steps build on earlier ones. */
const STEPS = [
  'POST /api/functions/seed-demo-users',
  'POST /api/functions/seed-demo-streams',
  'POST /api/functions/seed-admin-data',
] as const;

/**
 * Never rejects. The interface ignores the results, since an instance works without demo data.
 * @param ask calls an operation; replaced in tests
 */
export async function seedDemo(
  ask: (step: (typeof STEPS)[number]) => Promise<SeedResult | undefined> = call,
): Promise<SeedResult[]> {
  const results: SeedResult[] = [];
  for (const step of STEPS) {
    const result = await ask(step).catch(() => failed(new Error('Seeding failed')));
    // The messages are specified (spec section 8).
    results.push(result ?? failed(new Error('Edge function returned no data')));
  }
  return results;
}

const failed = ({ message }: Error): SeedResult => ({ success: false, error: message });
