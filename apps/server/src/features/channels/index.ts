/** Channels: the settings of streamers, and the stream key that an encoder publishes with. */
import type { Identity } from '#features/identity/index.ts';
import type { Feature } from '#platform/feature.ts';
import type { Images } from '#platform/images/index.ts';
import { channelsRoutes } from './channels.routes.ts';
import { type Channels, type ChannelsOptions, createChannelsService } from './channels.service.ts';
import { createStreamThumbnails, type StreamThumbnails } from './stream-thumbnails.ts';

export {
  findChannelGate,
  findRegularGate,
  setChannelGate,
  setRegularGate,
  toGate,
} from './channel-gates.repo.ts';
export { lockChannel } from './channel-lock.repo.ts';
export { addEarned, type EarnedChange } from './channel-totals.repo.ts';
export { channelsErrors } from './channels.errors.ts';
export { channelVerified, streamKeyRotated, streamSettingsChanged } from './channels.events.ts';
export type { KeyOwner } from './channels.repo.ts';
export { BADGE_URL, type Channels, createChannelsService } from './channels.service.ts';
export { idsOf, type People, personIn } from './people.ts';

export interface ChannelsFeatureOptions extends Omit<ChannelsOptions, 'users'> {
  readonly identity: Pick<Identity, 'users' | 'readStreamerDataWith'>;
  readonly images: Pick<Images, 'store' | 'claim' | 'discard'>;
}

export interface ChannelsFeature extends Feature, Channels {
  readonly addThumbnailUse: StreamThumbnails['addUse'];
}

export function createChannels({ identity, images, ...options }: ChannelsFeatureOptions): ChannelsFeature {
  const channels = createChannelsService({ ...options, users: identity.users });
  const thumbnails = createStreamThumbnails({ db: options.db, images });
  identity.readStreamerDataWith((userId) => channels.streamerDataOf(userId));
  return {
    ...channels,
    name: 'channels',
    addThumbnailUse: thumbnails.addUse,
    routes: (app) => channelsRoutes(app, channels, thumbnails),
    exportUserData: (userId) => channels.exportOf(userId),
    deleteUserData: thumbnails.onDelete,
  };
}
