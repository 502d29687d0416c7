/** Where the media of a stream is: its playback grants are valid below it. */
import type { Storyboard, StreamId } from '@tributary/contracts/shared';

export const livePath = (id: StreamId): string => `/live/${id}`;

/** The WHEP endpoint, with the WebRTC sessions of the stream below it. */
export const whepPath = (id: StreamId): string => `/whep/${id}`;

export const recordingPath = (id: StreamId): string => `/recordings/${id}`;

/** Of the multivariant playlists. */
export const playbackUrl = (id: StreamId): string => `${livePath(id)}/index.m3u8`;

export const recordingUrl = (id: StreamId): string => `${recordingPath(id)}/index.m3u8`;

export const captionsUrl = (id: StreamId, language: string): string =>
  `${recordingPath(id)}/captions/${language}.vtt`;

export const downloadUrl = (id: StreamId): string => `${recordingPath(id)}/download.mp4`;

/** In the place of a version of a finished recording's storyboard. */
export const RUNNING_STORYBOARD = 'running';

/** The frames of a running stream: each is an image of its own, which is rendered when somebody asks for it. */
export const runningStoryboard = (id: StreamId): Storyboard => ({
  url: `${recordingPath(id)}/storyboard/${RUNNING_STORYBOARD}`,
  intervalMs: 5_000,
  tiles: null,
  columns: 1,
  rows: 1,
});
