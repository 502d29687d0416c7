/** Media in a storage on disk, delivered as an instance does, without its database; and the same bytes as files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Audience } from '../../apps/server/src/features/recordings/access/audience.repo.ts';
import { createSegmentHandler } from '../../apps/server/src/features/recordings/delivery/segment-handler.ts';
import { createRecordingStore } from '../../apps/server/src/features/recordings/files/recording-store.ts';
import type { Presentation } from '../../apps/server/src/media/presentation/presentation.ts';
import type { RawHandler } from '../../apps/server/src/platform/http/index.ts';
import { networkOf } from '../../apps/server/src/platform/network/network.ts';
import { countNetwork } from '../../apps/server/src/platform/network/network-rate.ts';
import { createMemoryState } from '../../apps/server/src/platform/shared-state/index.ts';
import { createDiskStorage } from '../../apps/server/src/platform/storage/index.ts';
import type { FixturePresentation } from '../../apps/server/test/support/delivery/presentation-fixture.ts';

const ID = '019fdd00-0000-7000-8000-000000000001' as StreamId;
const RUN = '1767225600000-0-epoch';
const COUNT = 6;
const SEGMENT_BYTES = 740_000;
const SMALL_SEGMENT_BYTES = 98_000;
/** Of `SEGMENT_BYTES`: three times the memory for stored media. */
const REWOUND_COUNT = 260;

const AUDIENCE: Audience = {
  streamerId: ID as string as UserId,
  visibility: 'public',
  isGated: false,
  isReady: true,
  allowsDownload: false,
  slug: 'bench',
  mediaId: ID,
  trim: null,
  ladder: null,
};

export interface StoredFixture {
  /** `live`, as its parts are read after they have left memory. */
  readonly presentation: Presentation;
  readonly handle: RawHandler;
  readonly paths: Readonly<
    Record<'storedParts' | 'storedSegments' | 'smallSegments' | 'rewoundSegments', readonly string[]>
  >;
}

/** Stores below `directory`, whose files nginx serves. */
export async function storeMedia(directory: string, live: FixturePresentation): Promise<StoredFixture> {
  const store = createRecordingStore(createDiskStorage(path.join(directory, 'storage')));
  const segmentPath = (msn: number) => `${RUN}/0/video-${msn}-2.00000.m4s`;
  function writeCopy(url: string, bytes: Uint8Array): string {
    const file = path.join(directory, url);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    return url;
  }

  const segments: string[] = [];
  for (let msn = 0; msn < 2 * COUNT; msn++) {
    const bytes = Buffer.alloc(msn < COUNT ? SEGMENT_BYTES : SMALL_SEGMENT_BYTES, msn);
    await store.append(ID, [{ path: segmentPath(msn), chunks: [bytes] }]);
    segments.push(writeCopy(`/recordings/${ID}/${segmentPath(msn)}`, bytes));
  }

  // Only their bytes matter: nginx does not serve them.
  const rewound = Buffer.alloc(SEGMENT_BYTES, 'rewound');
  const rewoundSegments: string[] = [];
  for (let msn = 2 * COUNT; msn < 2 * COUNT + REWOUND_COUNT; msn++) {
    await store.append(ID, [{ path: segmentPath(msn), chunks: [rewound] }]);
    rewoundSegments.push(`/recordings/${ID}/${segmentPath(msn)}`);
  }

  const partBytes = live.video.part(0, 0)?.byteLength ?? 0;
  const storedParts = Array.from({ length: COUNT }, (_, part) =>
    writeCopy(`/live/stored/epoch/video/0.${part}.m4s`, Buffer.alloc(partBytes)),
  );
  const read = (part: number) => (first: number, last: number) =>
    store.read(ID, segmentPath(0), part * partBytes + first, part * partBytes + last);
  const video = {
    ...live.video,
    part: (_msn: number, part: number) => ({ byteLength: partBytes, read: read(part) }),
  };

  const counters = createMemoryState().store('http-requests');
  return {
    presentation: { ...live, streamId: 'stored', rendition: () => video },
    handle: createSegmentHandler({
      access: { audienceOf: async () => AUDIENCE, isOpen: () => true },
      store,
      async countRequest({ socket }) {
        const network = networkOf(socket.remoteAddress ?? '');
        await countNetwork(counters, {
          of: 'bench',
          network,
          windowMs: 60_000,
          max: Number.POSITIVE_INFINITY,
        });
        return true;
      },
    }),
    paths: {
      storedParts,
      storedSegments: segments.slice(0, COUNT),
      smallSegments: segments.slice(COUNT),
      rewoundSegments,
    },
  };
}
