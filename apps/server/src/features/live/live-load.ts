/** How much of its limits the live part of a process uses. */
import type { MediaCore, MediaStats } from '#media/core.ts';
import type { Transcoding, TranscodingLoad } from './transcoding/transcoding.service.ts';

interface Usage {
  readonly used: number;
  readonly limit: number;
}

export interface LiveLoad {
  readonly media: MediaStats;
  /** Streams that this process serves. */
  readonly publishers: Usage;
  readonly ingestConnections: Usage;
  /** Bytes of live media in memory. */
  readonly memory: Usage;
  /** Browsers that watch something through this process. */
  readonly viewers: Usage;
  /** Null where playback over WebRTC is off. */
  readonly webrtcViewers: Usage | null;
  readonly transcoding: TranscodingLoad;
}

export interface LiveLoadOptions {
  readonly core: MediaCore;
  readonly transcoding: Transcoding;
  readonly viewers: () => number;
  readonly maxStreams: number;
  readonly memoryBytes: number;
  readonly maxConnections: number;
  readonly maxViewers: number;
  readonly maxWebRtcViewers: number;
}

export function readLiveLoad(options: LiveLoadOptions): LiveLoad {
  const media = options.core.stats();
  const ingests = Object.values(media.ingests);
  return {
    media,
    publishers: { used: media.liveStreams, limit: options.maxStreams },
    ingestConnections: {
      used: ingests.reduce((sum, { connections }) => sum + connections, 0),
      limit: options.maxConnections,
    },
    memory: { used: media.packaging.bytesHeld, limit: options.memoryBytes },
    viewers: { used: options.viewers(), limit: options.maxViewers },
    webrtcViewers: media.webrtc && { used: media.webrtc.viewers, limit: options.maxWebRtcViewers },
    transcoding: options.transcoding.load(),
  };
}
