/** Tributary's delivery of media that does not change, live and stored, in a child process. */
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import {
  closeIdleConnections,
  createDelivery,
  DELIVERY_SERVER_OPTIONS,
} from '../../apps/server/src/media/delivery/index.ts';
import { createPresentationFixture } from '../../apps/server/test/support/delivery/presentation-fixture.ts';
import { serveParent } from '../lib/proc.ts';
import { storeMedia } from './stored-media.ts';

/** A third of a second of video at 3 Mbps in ten frames, and its audio. */
const FRAMES = 10;
const VIDEO_FRAME_BYTES = 12_000;
const AUDIO_PART_BYTES = 5_000;
const HEAD_BYTES = 300;
const SEGMENTS = 10;
const PARTS = 6;

export interface DeliveryPaths {
  readonly port: number;
  readonly video: readonly string[];
  readonly audio: readonly string[];
  readonly playlist: readonly string[];
  /** Parts as those of `video`, which have left memory. */
  readonly storedParts: readonly string[];
  readonly storedSegments: readonly string[];
  /** Of recordings with less bitrate. */
  readonly smallSegments: readonly string[];
  /** Several times what the memory for stored media holds. */
  readonly rewoundSegments: readonly string[];
}

serveParent(async ({ directory }: { directory: string }): Promise<DeliveryPaths> => {
  const live = createPresentationFixture('stream', 'epoch');
  const { video, audio } = live;
  for (let segment = 0; segment < SEGMENTS; segment++) {
    for (let part = 0; part < PARTS; part++) {
      video.addPart(...frames(FRAMES, VIDEO_FRAME_BYTES));
      audio.addPart(Buffer.alloc(AUDIO_PART_BYTES, part));
    }
    video.closeSegment();
    audio.closeSegment();
  }

  const stored = await storeMedia(directory, live);
  const paths = { video: [] as string[], audio: [] as string[], playlist: ['/live/stream/epoch/video.m3u8'] };
  const root = path.join(directory, 'live/stream/epoch');
  for (const rendition of [video, audio]) {
    mkdirSync(path.join(root, rendition.name), { recursive: true });
    writeFileSync(path.join(root, `${rendition.name}.m3u8`), rendition.playlist(false).body);
    for (let msn = 0; msn < SEGMENTS; msn++) {
      for (let part = 0; part < PARTS; part++) {
        const name = `${rendition.name}/${msn}.${part}.m4s`;
        writeFileSync(path.join(root, name), Buffer.concat(rendition.part(msn, part)?.chunks ?? []));
        // Viewers request the newest parts: those of the last segment.
        if (msn === SEGMENTS - 1) paths[rendition.kind].push(`/live/stream/epoch/${name}`);
      }
    }
  }

  const delivery = createDelivery({
    source: {
      presentation: (id) => [live, stored.presentation].find(({ streamId }) => streamId === id),
      isRestricted: () => false,
    },
  });
  const server = http.createServer(DELIVERY_SERVER_OPTIONS, (req, res) => {
    const pass = () => void res.writeHead(404).end();
    if (!delivery.handle(req, res) && !stored.handle(req, res, pass)) pass();
  });
  closeIdleConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error(`Expected a TCP address, got ${address}`);
  return { port: address.port, ...paths, ...stored.paths };
});

/** A part as the packager builds large ones: a moof box, then a view of each frame. */
function frames(count: number, bytes: number): Buffer[] {
  const media = Buffer.allocUnsafe(count * bytes);
  for (let at = 0; at < media.length; at++) media[at] = (at * 31) & 0xff;
  const views = Array.from({ length: count }, (_, index) =>
    media.subarray(index * bytes, (index + 1) * bytes),
  );
  return [Buffer.alloc(HEAD_BYTES, 1), ...views];
}
