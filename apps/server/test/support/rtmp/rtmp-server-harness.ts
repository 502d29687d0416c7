import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Amf0Value } from '../../../src/media/ingest/rtmp/protocol/amf0.ts';
import {
  createRtmpServer,
  type RtmpClock,
  type RtmpServer,
} from '../../../src/media/ingest/rtmp/rtmp-server.ts';
import { aacHeader, avcFrame, avcHeader } from './flv-samples.ts';
import { type RecordedPublication, RecordingPublishTarget } from './recording-publish-target.ts';
import { RtmpClient } from './rtmp-client.ts';
import { silentLog } from './silent-log.ts';

/** A clock that the test advances. */
export class HandClock implements RtmpClock {
  #now = 0;
  #task: () => void = () => {};
  now(): number {
    return this.#now;
  }
  every(_ms: number, task: () => void): () => void {
    this.#task = task;
    return () => {};
  }
  advance(ms: number): void {
    this.#now += ms;
    this.#task();
  }
}

export let publishTarget: RecordingPublishTarget;
export let server: RtmpServer;
export let clock: HandClock;
export let port: number;

/** Starts a server for each test of a file; the variables above refer to it. */
export function useRtmpServer(): void {
  beforeEach(async () => {
    publishTarget = new RecordingPublishTarget();
    clock = new HandClock();
    server = createRtmpServer({ publishTarget, log: silentLog, clock });
    ({ port } = await server.listen(0, '127.0.0.1'));
  });
  afterEach(async () => {
    const closing = server.close();
    // Cuts off connections that linger.
    clock.advance(60_000);
    await closing;
  });
}

/** A client that publishes, and its recorded publication. */
export async function publishing(
  name?: string,
  app?: string,
): Promise<{ client: RtmpClient; got: RecordedPublication }> {
  const client = await RtmpClient.open(port);
  const next = publishTarget.next();
  await client.publish(name, app);
  return { client, got: await next };
}

/** Sends both headers and a keyframe. */
export function begin(client: RtmpClient, timestamp = 0): void {
  client.video(timestamp, avcHeader());
  client.audio(timestamp, aacHeader());
  client.video(timestamp, avcFrame(true));
}

export async function statusOf(
  client: RtmpClient,
): Promise<{ code: string; level: string; description: string }> {
  const { values } = await client.said('onStatus');
  const status: Amf0Value = values[1];
  return { code: '', level: '', description: '', ...(typeof status === 'object' ? status : {}) };
}

/** Resolves when the server has closed every connection. */
export function allClosed(): Promise<void> {
  return vi.waitFor(() => expect(server.stats().connections).toBe(0), { timeout: 5000, interval: 5 });
}
