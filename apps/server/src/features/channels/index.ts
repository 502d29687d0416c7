/** Channels: what makes a user a streamer, and the key that lets an encoder publish. */
export { channelsErrors } from './channels.errors.ts';
export { streamKeyRotated, streamSettingsChanged } from './channels.events.ts';
export type { KeyOwner } from './channels.repo.ts';
export { channelsRoutes } from './channels.routes.ts';
export { BADGE_URL, type Channels, type ChannelsOptions, createChannels } from './channels.service.ts';
export { createStreamThumbnails, type StreamThumbnails } from './stream-thumbnails.ts';
