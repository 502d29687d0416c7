import type { StreamSettings, UserId } from '@tributary/contracts';
import type { Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { channelsErrors } from './channels.errors.ts';
import { streamSettingsChanged } from './channels.events.ts';
import * as repo from './channels.repo.ts';

/** Tells the running stream what has been chosen. @throws AppError `not_a_streamer` */
export async function announceSettings(tx: Writer, userId: UserId): Promise<StreamSettings> {
  const settings = await repo.findSettings(tx, userId);
  if (!settings) throw channelsErrors.not_a_streamer();
  await publish(tx, streamSettingsChanged, { userId, settings });
  return settings;
}
