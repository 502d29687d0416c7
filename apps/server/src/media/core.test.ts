import { expect, it, onTestFinished } from 'vitest';
import { openPorts } from '../../test/support/media-ports.ts';
import { VIDEO_TRACK, videoUnits } from '../../test/support/packager/units.ts';
import { silentLog } from '../../test/support/rtmp/silent-log.ts';
import { createMediaCore } from './core.ts';
import { DEFAULT_MEDIA_SETTINGS, type MediaSettings } from './settings.ts';

/** The units of 20 s of media with 2 MB, in segments of 2 s. */
const UNITS = videoUnits({ framesPerSecond: 10, keyframeSeconds: 2, seconds: 20, bytes: 10_000 });

function startCore(settings: Partial<MediaSettings> = {}) {
  const ended: string[] = [];
  const ports = openPorts({
    authorizePublish: async ({ streamKey }) => ({
      accepted: true,
      channelId: streamKey,
      streamId: `stream of ${streamKey}`,
    }),
    onEnd: ({ channelId }, reason) => void ended.push(`${channelId} ${reason}`),
  });
  const core = createMediaCore({
    settings: { ...DEFAULT_MEDIA_SETTINGS, ...settings },
    ports,
    ingests: [],
    log: silentLog,
  });
  onTestFinished(() => core.close());

  /** Publishes 20 s on a channel. */
  async function stream(channelId: string, units = UNITS): Promise<void> {
    const result = await core.publish({
      protocol: 'rtmp',
      app: 'live',
      streamKey: channelId,
      remoteAddress: '::1',
      encoder: null,
    });
    if (!result.accepted) throw new Error(result.refusal);
    result.publication.tracks({ video: VIDEO_TRACK, audio: null });
    for (const unit of units) result.publication.unit(unit);
  }
  const bytesHeld = () => core.stats().packaging.bytesHeld;
  return { core, ended, stream, bytesHeld };
}

it('releases the media of a stream that is kicked at once, however often it is published again', async () => {
  const { core, stream, bytesHeld } = startCore();
  const held = new Set<number>();
  for (let round = 0; round < 20; round += 1) {
    await stream('one');
    held.add(bytesHeld());
    core.stop('one', 'kicked');
    expect(bytesHeld()).toBe(0);
  }
  expect(held.size).toBe(1);
  expect(Math.max(...held)).toBeGreaterThan(1_900_000);
});

it('releases the media of a stream that its creator has ended when its channel is kicked', async () => {
  const { core, stream, bytesHeld } = startCore();
  await stream('one');
  core.stop('one', 'stopped');
  expect(bytesHeld()).toBeGreaterThan(1_900_000);
  core.stop('one', 'kicked');
  expect(bytesHeld()).toBe(0);
});

it('holds no more media than its memory: streams list less, then further ones are refused', async () => {
  const memoryBytes = 24 * 1024 * 1024;
  const { core, ended, stream, bytesHeld } = startCore({ memoryBytes });
  const accepted: string[] = [];
  for (let index = 0; index < 20; index += 1) {
    const outcome = await stream(`${index}`).then(
      () => 'accepted',
      (error: Error) => error.message,
    );
    expect(bytesHeld()).toBeLessThanOrEqual(memoryBytes);
    accepted.push(outcome);
  }
  const streams = core.stats().liveStreams;
  // Without shrinking, only three streams of 2 MB would leave the 16 MB that another one needs.
  expect(streams).toBeGreaterThan(3);
  expect(streams).toBeLessThan(20);
  expect(accepted).toEqual([
    ...Array<string>(streams).fill('accepted'),
    ...Array<string>(20 - streams).fill('at_capacity'),
  ]);
  expect(ended).toEqual([]);
});

it('ends the stream that holds the most, with a reason, if even the shortest windows exceed the memory', async () => {
  const { ended, stream, bytesHeld } = startCore({ memoryBytes: 17 * 1024 * 1024, maxBitrateKbps: 1e6 });
  await stream('small');
  await stream('large', videoUnits({ framesPerSecond: 10, keyframeSeconds: 2, seconds: 20, bytes: 300_000 }));
  expect(ended).toEqual(['large at_capacity']);
  expect(bytesHeld()).toBeGreaterThan(0);
  expect(bytesHeld()).toBeLessThan(2_500_000);
});
