/** Logs what becomes of each live stream, with its id, which is in the lines of everything that works on it. */
import type { LiveStreamView, PublishRequest } from '#media/ports.ts';
import type { Log } from '#platform/log/log.ts';

export interface StreamLog {
  accepted(channelId: string, request: PublishRequest): void;
  started(stream: LiveStreamView): void;
  interrupted(stream: LiveStreamView, reason: string): void;
  resumed(stream: LiveStreamView): void;
  ended(stream: LiveStreamView, reason: string): void;
}

export function createStreamLog(log: Log): StreamLog {
  /** The last publish request of each channel that has a stream here. */
  const requests = new Map<string, PublishRequest>();

  function write({ streamId, channelId }: LiveStreamView, message: string, fields: object = {}): void {
    const request = requests.get(channelId);
    // The channels of a demo start with the instance, and are no news.
    const level = request?.protocol === 'loop' ? 'debug' : 'info';
    log[level]({ streamId, channelId, ...fields }, message);
  }

  return {
    accepted: (channelId, request) => void requests.set(channelId, request),
    started(stream) {
      const { remoteAddress: from, encoder } = requests.get(stream.channelId) ?? {};
      write(stream, 'A stream started', { from, encoder });
    },
    interrupted: (stream, reason) => write(stream, 'A stream was interrupted', { reason }),
    resumed: (stream) => write(stream, 'A stream resumed'),
    ended(stream, reason) {
      write(stream, 'A stream ended', { reason });
      requests.delete(stream.channelId);
    },
  };
}
