/** When renditions are made, in processes that may encode. */
import { streamChanged } from '#features/live/index.ts';
import { type Feature, on } from '#platform/feature.ts';
import { type JobRegistration, repeat, work } from '#platform/jobs/index.ts';
import { makeLadder, requestLadders } from '../recordings.jobs.ts';
import type { Ladders } from './ladders.service.ts';

const REQUEST_HOURS = 1 / 60;

interface LadderMaking {
  readonly subscriptions: NonNullable<Feature['subscriptions']>;
  readonly jobs: readonly JobRegistration[];
}

/** @param concurrency each keeps a core busy */
export const makingLadders = (ladders: Ladders, concurrency: number): LadderMaking => ({
  // An upload that is ready need not wait for the next look.
  subscriptions: [on(streamChanged, ({ streamId }) => ladders.request(streamId))],
  jobs: [
    work(makeLadder, ({ streamId }, signal) => ladders.make(streamId, signal), {
      isHeavy: true,
      concurrency,
    }),
    repeat(requestLadders, REQUEST_HOURS, () => ladders.requestAll()),
  ],
});
