/** Where the media of a stream is: its playback grants are valid below it. */
import type { StreamId } from '@tributary/contracts';

export const livePath = (id: StreamId): string => `/live/${id}`;

export const recordingPath = (id: StreamId): string => `/recordings/${id}`;

/** Of the multivariant playlists. */
export const playbackUrl = (id: StreamId): string => `${livePath(id)}/index.m3u8`;

export const recordingUrl = (id: StreamId): string => `${recordingPath(id)}/index.m3u8`;

export const captionsUrl = (id: StreamId, language: string): string =>
  `${recordingPath(id)}/captions/${language}.vtt`;

export const downloadUrl = (id: StreamId): string => `${recordingPath(id)}/download.mp4`;
