/**
 * How many cases a property tries. The suite tries few, from a fixed seed (`scripts/fixed-seed.ts`), and says which one
 * fails; `npm run fuzz` tries many from a random seed, and makes the one that fails shorter.
 */
const many = process.env.FUZZ_RUNS;

interface Runs {
  readonly numRuns: number;
  readonly endOnFailure: boolean;
}

export const runs = (usual: number): Runs =>
  many ? { numRuns: Number(many), endOnFailure: false } : { numRuns: usual, endOnFailure: true };

/** Of a property on a database. None where it tries many cases. */
export const PROPERTY_TIMEOUT = { timeout: many ? 0 : 180_000 };
