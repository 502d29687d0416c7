/** Ports of a media core that accept every publisher and ignore what happens to its stream. */
import type { MediaPorts } from '../../src/media/ports.ts';

const ignore = () => undefined;

/** @param more the ports that matter to the caller */
export const openPorts = (more: Partial<MediaPorts> = {}): MediaPorts => ({
  authorizePublish: async ({ streamKey }) => ({ accepted: true, channelId: streamKey, streamId: streamKey }),
  onAccepted: ignore,
  onRefused: ignore,
  onStart: ignore,
  onPlayable: ignore,
  onInterrupted: ignore,
  onResumed: ignore,
  onUnsupportedMedia: ignore,
  onEnd: ignore,
  ...more,
});
