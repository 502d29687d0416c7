/** The streams of uploaded videos: they have ended, were never live, and cause no notifications. */
import type { StreamSettings } from '@tributary/contracts/channels';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Writer } from '#platform/db/database.ts';
import { lockStreamer } from '../streamer-lock.repo.ts';
import { slugOf } from './slug.ts';
import { insertUploaded } from './uploaded-streams.repo.ts';

export interface UploadedStream {
  readonly id: StreamId;
  readonly streamerId: UserId;
  readonly title: string;
  readonly at: Date;
}

/** @param settings of the channel, from which it gets its category */
export async function addUploadedStream(
  tx: Writer,
  { category, tags, isMature, language }: Pick<StreamSettings, 'category' | 'tags' | 'isMature' | 'language'>,
  { at, ...stream }: UploadedStream,
): Promise<void> {
  await lockStreamer(tx, stream.streamerId);
  const settings = { title: stream.title, category, tags, isMature, language };
  await insertUploaded(tx, { ...stream, settings, slug: slugOf(stream.title), at });
}
