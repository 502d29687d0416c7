import { streamId } from '@tributary/contracts/shared';
import { expect, it } from 'vitest';
import type { TranscoderStatistics } from '#media/transcoder/index.ts';
import type { VideoTrack } from '#media/unit.ts';
import { ladderHealth } from './ladder-health.ts';
import type { LadderStatus } from './stream-ladder.ts';

const ID = streamId.parse('019a0000-0000-7000-8000-000000000001');
const SOURCE: VideoTrack = {
  kind: 'video',
  codec: 'h264',
  codecString: 'avc1.640028',
  width: 1280,
  height: 720,
  frameRate: 30,
  configuration: new Uint8Array(),
};
const TRANSCODER: TranscoderStatistics = {
  state: 'running',
  processId: 1,
  cpuSeconds: 3,
  restarts: 0,
  lastFault: null,
  delayMs: 9,
  damagedUnits: 0,
  outputs: [
    { name: '480p', encoder: 'x264', framesEncoded: 100, framesDropped: 2, speed: 4 },
    { name: 'opus', encoder: 'libopus', framesEncoded: 100, framesDropped: 5, speed: null },
  ],
};
const rendition = (name: string) => ({
  name,
  width: 854,
  height: 480,
  frameRateDivisor: 1 as const,
  bitsPerSecond: 1e6,
});
const STATUS: LadderStatus = {
  offered: [rendition('480p'), rendition('240p')],
  made: ['480p'],
  outputs: TRANSCODER.outputs.filter(({ name }) => name === '480p'),
  refused: null,
  source: SOURCE,
  transcoder: TRANSCODER,
};
const BUDGETS = {
  usedCores: 1.8,
  budgetCores: 2,
  channelUsedCores: 0.4,
  channelBudgetCores: Number.POSITIVE_INFINITY,
};

const reasonOf = (status: Partial<LadderStatus>, budgets: Partial<typeof BUDGETS> = {}) =>
  ladderHealth(ID, { ...STATUS, ...status }, { ...BUDGETS, ...budgets }).reason;

it('lists what is offered and made, with the dropped frames of renditions alone', () => {
  expect(ladderHealth(ID, STATUS, BUDGETS)).toEqual({
    id: ID,
    offered: ['480p', '240p'],
    made: ['480p'],
    framesDropped: 2,
    reason: null,
  });
});

it('says why a stream has no renditions', () => {
  expect(reasonOf({}, { budgetCores: 0 })).toEqual({ kind: 'off' });
  expect(reasonOf({ source: null, offered: [], made: [] })).toEqual({ kind: 'no_video' });
  expect(reasonOf({ offered: [], made: [] })).toEqual({ kind: 'none_smaller', sourceHeight: 720 });
  expect(reasonOf({ made: [] })).toEqual({ kind: 'no_viewer' });
  expect(reasonOf({ transcoder: { ...TRANSCODER, state: 'failing', lastFault: 'killed' } })).toEqual({
    kind: 'failing',
    fault: 'killed',
  });
});

it('tells the budget of the process from the limit of the channel', () => {
  const refused = { refused: { why: 'budget', name: '240p', cores: 0.5 } } as const;
  expect(reasonOf(refused)).toEqual({
    kind: 'budget',
    rendition: '240p',
    cores: 0.5,
    usedCores: 1.8,
    budgetCores: 2,
  });
  expect(reasonOf(refused, { usedCores: 0.4, channelBudgetCores: 0.5 })).toEqual({
    kind: 'channel_budget',
    rendition: '240p',
    cores: 0.5,
    usedCores: 0.4,
    budgetCores: 0.5,
  });
  expect(reasonOf(refused, { usedCores: 0.4 })).toBeNull();
  expect(reasonOf({ refused: { why: 'overloaded', name: '240p', cores: 0.5 } })).toEqual({
    kind: 'overloaded',
    rendition: '240p',
  });
});
