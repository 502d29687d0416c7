/**
 * The number of cases that a property tries. The suite tries few, from a fixed seed (`scripts/fixed-seed.ts`), and says
 * which one fails. `npm run fuzz` tries many from a random seed, and shrinks the one that fails.
 */
import fc from 'fast-check';

const many = process.env.FUZZ_RUNS;

interface Runs {
  readonly numRuns: number;
  readonly endOnFailure: boolean;
}

export const runs = (usual: number): Runs =>
  many ? { numRuns: Number(many), endOnFailure: false } : { numRuns: usual, endOnFailure: true };

/** The timeout of a property on a database; none if it tries many cases. */
export const PROPERTY_TIMEOUT = { timeout: many ? 0 : 180_000 };

/**
 * Whether the ledger is compared after each step of a history, or only at its end. The suite always compares each step.
 * `npm run fuzz` does so in an eighth of its histories, since a comparison costs as much as ten steps.
 */
export const comparesEachStep = (): fc.Arbitrary<boolean> =>
  many ? fc.nat(7).map((share) => share === 7) : fc.constant(true);
