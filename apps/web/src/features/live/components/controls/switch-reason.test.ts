import { expect, it } from 'vitest';
import { reasonOf } from './switch-reason.ts';

it('says why another rendition is played, with the values that decided', () => {
  expect(reasonOf({ kind: 'late_part', lateBySeconds: 0.42, estimateBps: 2_100_000 })).toBe(
    'a part would have been 0.4 s late at 2.1 Mbps',
  );
  expect(reasonOf({ kind: 'bandwidth_fell', estimateBps: 2_000_000, neededBps: 6_400_000 })).toBe(
    'bandwidth fell to 2.0 Mbps, 6.4 Mbps needed',
  );
  expect(reasonOf({ kind: 'dropped_frames', ratio: 0.314 })).toBe('31% of the frames were dropped');
});
