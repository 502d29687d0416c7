/** The seeding of spec section 7, asked for once a load on a demo instance. */
import type { SeedResult } from '@tributary/contracts';
import { call } from '@/lib/api.ts';

/** In this order: the later ones build on the earlier. */
const STEPS = [
  'POST /api/functions/seed-demo-users',
  'POST /api/functions/seed-demo-streams',
  'POST /api/functions/seed-admin-data',
] as const;

/**
 * Never rejects. The screens ignore the results: an instance that could not be filled works all the same.
 * @param ask how an operation is called; tests give one that fails
 */
export async function seedDemo(
  ask: (step: (typeof STEPS)[number]) => Promise<SeedResult | undefined> = call,
): Promise<SeedResult[]> {
  const results: SeedResult[] = [];
  for (const step of STEPS) {
    const result = await ask(step).catch(() => failed('Seeding failed'));
    // The sentences are spec section 8's.
    results.push(result ?? failed('Edge function returned no data'));
  }
  return results;
}

const failed = (error: string): SeedResult => ({ success: false, error });
