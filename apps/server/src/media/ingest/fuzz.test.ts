import { describe, expect, it } from 'vitest';
import { readCorpus } from '../../../test/fuzz/corpus.ts';
import { fuzzInput, planOf } from '../../../test/fuzz/plan.ts';
import { survives } from '../../../test/fuzz/targets.ts';
import { MediaFormatError } from '../codecs/format-error.ts';

/** The number of inputs, which take a few seconds; `npm run fuzz` runs for minutes. */
const INPUTS = 20_000;
const SEED = 20_260_101;

describe('the parsers for encoders, players and uploaded images', () => {
  it.each(planOf(null, INPUTS).map(({ target, count }) => [target.name, target, count] as const))(
    'fail only with typed errors on damaged input: %s',
    async (_name, target, count) => {
      for (let index = 0; index < count; index++) {
        await survives(target, fuzzInput(target, SEED, index)).catch((error: unknown) => {
          throw new Error(`npm run fuzz -- --target ${target.name} --seed ${SEED} --index ${index}`, {
            cause: error,
          });
        });
      }
    },
  );

  it.each(
    [
      ...readCorpus('codecs'),
      ...readCorpus('whep'),
      ...readCorpus('rtmp').filter(({ kind }) => kind === 'amf0'),
    ].map((seed) => [seed.name, seed] as const),
  )('read the corpus input: %s', async (_name, seed) => {
    await planOf(seed.kind, 1)[0]?.target.run(seed.bytes);
  });

  it('report truncated bytes as MediaFormatError', () => {
    const [{ target } = { target: null }] = planOf('avcc', 1);
    const [seed] = readCorpus('codecs').filter(({ kind }) => kind === 'avcc');
    expect(() => target?.run(seed?.bytes.subarray(0, 12) ?? Buffer.alloc(0))).toThrow(MediaFormatError);
  });
});
