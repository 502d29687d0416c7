/** Where the media of a stream is: its playback grants are valid below it. */
import type { StreamId } from '@tributary/contracts';

export const livePath = (id: StreamId): string => `/live/${id}`;

export const recordingPath = (id: StreamId): string => `/recordings/${id}`;
