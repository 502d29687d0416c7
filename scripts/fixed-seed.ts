/**
 * Runs before the tests. Properties try the same cases each time, so that no change fails for what it did not touch;
 * `npm run fuzz` sets other seeds.
 */
import fc from 'fast-check';

const { FUZZ_SEED, FUZZ_PATH, FUZZ_RUNS } = process.env;

fc.configureGlobal({
  seed: Number(FUZZ_SEED ?? 20261124),
  ...(FUZZ_PATH && { path: FUZZ_PATH }),
  // Of properties that do not say how many.
  ...(FUZZ_RUNS && { numRuns: Number(FUZZ_RUNS) }),
});
