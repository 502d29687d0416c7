/** Connects to a stream in the browser. */
import type { Clock } from '../media/environment.ts';
import { ReceivedStream } from './received-stream.ts';
import { ConnectFailure } from './ultra-low-delay-types.ts';
import { NoVideo, WhepConnection } from './whep-connection.ts';
import { WhepRefusal } from './whep-session.ts';

/** The stream sends nothing at the moment, or no codec that was offered. */
const NOT_READY = 409;
const UNPROCESSABLE_CONTENT = 422;

/** Resolves with the first frame. @throws ConnectFailure, or the reason of `signal` */
export async function connectStream(
  endpoint: string,
  signal: AbortSignal,
  clock: Clock,
): Promise<ReceivedStream> {
  const connection = new WhepConnection({
    endpoint: new URL(endpoint, location.href).href,
    createPeer: () => new RTCPeerConnection(),
    request: (...request) => fetch(...request),
  });
  const close = () => connection.close();
  signal.addEventListener('abort', close);
  try {
    await connection.open();
    await firstFrameOf(connection.tracks.video, signal);
    // The page may be shown again from the browser's cache, and plays on over HLS then.
    addEventListener('pagehide', close, { signal: connection.closed });
    return new ReceivedStream(connection, clock);
  } catch (error) {
    connection.close();
    signal.throwIfAborted();
    throw new ConnectFailure(failureOf(error));
  } finally {
    signal.removeEventListener('abort', close);
  }
}

function failureOf(error: unknown): ConnectFailure['reason'] {
  if (error instanceof NoVideo) return 'unsupported';
  if (!(error instanceof WhepRefusal)) return 'refused';
  if (error.status === NOT_READY) return null;
  return error.status === UNPROCESSABLE_CONTENT ? 'unsupported' : 'refused';
}

/** Waits until an element that is not on the page has a frame of the track. */
async function firstFrameOf(track: MediaStreamTrack, signal: AbortSignal): Promise<void> {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = new MediaStream([track]);
  try {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      video.requestVideoFrameCallback(() => resolve());
      video.play().catch(() => undefined);
    });
  } finally {
    video.srcObject = null;
  }
}
