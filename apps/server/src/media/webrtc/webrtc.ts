/** Sub-second playback: live streams over WebRTC, negotiated by WHEP. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AuthorizePlayback, ForwardRequest } from '../delivery/index.ts';
import type { LiveStreamView, MediaLog } from '../ports.ts';
import type { PresentationSource } from '../presentation/presentation.ts';
import type { WebRtcSettings } from '../settings.ts';
import { type StartOutput, StreamSource } from './feeds/stream-source.ts';
import { type Session, Sessions, type WebRtcLimits } from './sessions.ts';
import { createWhepHandler } from './whep/whep-handler.ts';
import { WorkerProcess } from './worker/worker-process.ts';

export interface WebRtcOptions {
  readonly settings: WebRtcSettings;
  /** What viewers may see; the same as over HLS. */
  readonly presentations: PresentationSource;
  readonly authorize: AuthorizePlayback;
  /** Answers requests for streams that this process does not have; null: they are not found. */
  readonly forward: ForwardRequest | null;
  readonly limits: WebRtcLimits;
  readonly log: MediaLog;
  /** Null: streams with B-frames are refused, and AAC is not sent. */
  readonly startOutput?: StartOutput | null;
  /** For tests. */
  readonly workerFile?: string;
  readonly connectMs?: number;
  readonly silentMs?: number;
  readonly maxLagMs?: number;
  readonly crashPauseMs?: number;
}

export interface WebRtcStats {
  readonly viewers: number;
  /** Connections that were not established in time. */
  readonly neverConnected: number;
  readonly workerCrashes: number;
  readonly sentFrames: number;
  /** Video frames kept from viewers who could not follow, and how often one was dropped to the next keyframe. */
  readonly droppedFrames: number;
  readonly drops: number;
  /** Video frames that no viewer got, since the process that serves them was behind. */
  readonly lateFrames: number;
  /** Of the process that serves the viewers; 0 while there is none. */
  readonly workerRssBytes: number;
  /** Null while there is none. */
  readonly workerPid: number | null;
}

export interface WebRtc {
  /** Serves /whep/ on a bare HTTP server; returns false for every other URL. */
  handle(req: IncomingMessage, res: ServerResponse): boolean;
  /** Offers a live stream that has just started. */
  add(stream: LiveStreamView): void;
  stats(): WebRtcStats;
  /** Closes all connections, and refuses further ones. */
  close(): void;
}

export function createWebRtc(options: WebRtcOptions): WebRtc {
  const { settings, presentations, authorize, limits, log } = options;
  const sources = new Map<string, StreamSource>();
  let isClosed = false;
  const worker = new WorkerProcess({
    ...settings,
    log,
    ...(options.workerFile !== undefined && { file: options.workerFile }),
    ...(options.silentMs !== undefined && { silentMs: options.silentMs }),
    ...(options.maxLagMs !== undefined && { maxLagMs: options.maxLagMs }),
    ...(options.crashPauseMs !== undefined && { crashPauseMs: options.crashPauseMs }),
    onConnected: (session) => sessions.connected(session),
    onClosed: (session) => sessions.forget(session),
    onGone() {
      sessions.closeAll();
      for (const source of sources.values()) source.closeFeeds();
    },
  });
  const sessions = new Sessions({
    settings,
    worker,
    limits,
    log,
    mayWatch,
    ...(options.connectMs !== undefined && { connectMs: options.connectMs }),
  });

  function mayWatch({ streamId, cookie }: Session): boolean {
    if (presentations.presentation(streamId) === undefined) return false;
    if (!presentations.isRestricted(streamId)) return true;
    return authorize(streamId, { headers: cookie === undefined ? {} : { cookie } }) > 0;
  }

  const handle = createWhepHandler({
    settings,
    presentations,
    authorize,
    sessions,
    forward: options.forward,
    sourceOf: (streamId) => sources.get(streamId),
    isClosed: () => isClosed,
  });

  return {
    handle,
    add(stream) {
      const { streamId } = stream;
      const source = new StreamSource({
        stream,
        startOutput: options.startOutput ?? null,
        send: (command) => worker.send(command),
        log,
        onLost: (feed) => sessions.closeWhere({ feed }),
        onEnd() {
          if (sources.get(streamId) === source) sources.delete(streamId);
          sessions.closeWhere({ streamId });
        },
      });
      sources.set(streamId, source);
      stream.attach(source, (error) => {
        log.error({ err: error, streamId }, 'A stream cannot be offered over WebRTC any more');
        source.onEnd();
      });
    },
    stats: () => ({
      viewers: sessions.size,
      neverConnected: sessions.neverConnected,
      workerCrashes: worker.crashes,
      sentFrames: worker.stats?.sentFrames ?? 0,
      droppedFrames: worker.stats?.droppedFrames ?? 0,
      drops: worker.stats?.drops ?? 0,
      lateFrames: worker.stats?.lateFrames ?? 0,
      workerRssBytes: worker.stats?.rssBytes ?? 0,
      workerPid: worker.pid,
    }),
    close() {
      isClosed = true;
      sessions.closeAll();
      worker.close();
    },
  };
}
