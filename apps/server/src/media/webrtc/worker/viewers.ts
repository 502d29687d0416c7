/** The viewers of this process, and the feeds whose frames they receive. */
import { GopCache } from '../feeds/gop-cache.ts';
import { packetize } from '../rtp/packetize.ts';
import { LateFrames } from './late-frames.ts';
import { SendQueue } from './send-queue.ts';
import type { VideoFrame } from './video-sender.ts';
import { Viewer } from './viewer.ts';
import {
  type FrameCommand,
  type OpenCommand,
  type StartCommand,
  sharedNowMs,
  type WorkerReply,
  type WorkerStats,
} from './worker-messages.ts';

/** Ten seconds at 3 Mbps. Larger groups would take longer to catch up with than most keyframes to wait for. */
export const GOP_BYTES = 4 * 1024 * 1024;
const CATCH_UP_MS = 5;
/** How soon a full socket may have room again. */
const ROOM_MS = 1;

interface Feed {
  readonly gop: GopCache<VideoFrame>;
  readonly viewers: Set<Viewer>;
  readonly late: LateFrames;
  newestAtMs: number;
}

export class Viewers {
  readonly #start: StartCommand;
  readonly #reply: (reply: WorkerReply) => void;
  readonly #viewers = new Map<string, Viewer>();
  readonly #feeds = new Map<string, Feed>();
  /** Of viewers who have left. */
  readonly #past = { sentFrames: 0, droppedFrames: 0, drops: 0 };
  readonly #behind = new Set<Viewer>();
  readonly #queue = new SendQueue({
    now: () => performance.now(),
    soon: setImmediate,
    later: (run) => setTimeout(run, ROOM_MS),
  });
  #lateFrames = 0;
  #catchingUp: NodeJS.Timeout | null = null;

  constructor(start: StartCommand, reply: (reply: WorkerReply) => void) {
    this.#start = start;
    this.#reply = reply;
  }

  open(command: OpenCommand): void {
    const { session } = command;
    try {
      const viewer: Viewer = new Viewer(command, this.#start, {
        queue: this.#queue,
        onAnswer: (sdp) => this.#reply({ kind: 'opened', session, sdp }),
        onConnected: () => this.#connected(session),
        onLostStart: () => this.#begin(viewer),
        onClosed: () => {
          this.#forget(session);
          this.#reply({ kind: 'closed', session });
        },
      });
      this.#viewers.set(session, viewer);
      if (viewer.videoFeed !== null) this.#feed(viewer.videoFeed).viewers.add(viewer);
      if (viewer.audioFeed !== null) this.#feed(viewer.audioFeed).viewers.add(viewer);
    } catch (error) {
      this.#reply({ kind: 'failed', session, message: String(error).slice(0, 1_000) });
    }
  }

  close(session: string): void {
    this.#viewers.get(session)?.close();
    this.#forget(session);
  }

  frame({ feed: name, codec, ticks, keyframe, atMs, payload }: FrameCommand): void {
    const feed = this.#feed(name);
    if (codec === 'opus') {
      const frame = packetize(codec, payload, keyframe);
      for (const viewer of feed.viewers) viewer.sendAudio(frame, ticks);
      return;
    }
    // Frames that came while this process started are old, and what the first viewer begins with.
    const isWatched = [...feed.viewers].some(({ isConnected }) => isConnected);
    const lagMs = sharedNowMs() - atMs + this.#queue.delayMs;
    const { isSent, begins } = feed.late.judge(keyframe, isWatched ? lagMs : 0);
    if (begins) this.break(name);
    if (!isSent) {
      this.#lateFrames += 1;
      return;
    }
    const frame = { ticks, keyframe, ...packetize(codec, payload, keyframe) };
    feed.gop.add(frame);
    feed.newestAtMs = performance.now();
    for (const viewer of feed.viewers) {
      viewer.sendVideo(frame);
      if (viewer.isBehind) this.#catchUpSoon(viewer);
    }
  }

  break(name: string): void {
    const feed = this.#feeds.get(name);
    feed?.gop.clear();
    for (const viewer of feed?.viewers ?? []) viewer.interrupt();
  }

  forget(name: string): void {
    this.#feeds.delete(name);
  }

  /** Call each second. */
  closeSilent(): void {
    for (const [session, viewer] of this.#viewers) {
      if (!viewer.hasBeenSilent(this.#start.silentMs)) continue;
      this.close(session);
      this.#reply({ kind: 'closed', session });
    }
  }

  stats(): WorkerStats {
    const sum = { ...this.#past };
    for (const { figures } of this.#viewers.values()) addTo(sum, figures);
    return {
      ...sum,
      lateFrames: this.#lateFrames,
      viewers: this.#viewers.size,
      rssBytes: process.memoryUsage.rss(),
    };
  }

  #connected(session: string): void {
    const viewer = this.#viewers.get(session);
    if (viewer === undefined) return;
    this.#reply({ kind: 'connected', session });
    this.#begin(viewer);
  }

  #begin(viewer: Viewer): void {
    if (viewer.videoFeed === null) return;
    const { gop, newestAtMs } = this.#feed(viewer.videoFeed);
    viewer.beginVideo(gop.frames, newestAtMs);
    if (viewer.isBehind) this.#catchUpSoon(viewer);
  }

  #feed(name: string): Feed {
    const known = this.#feeds.get(name);
    if (known !== undefined) return known;
    const feed = {
      gop: new GopCache<VideoFrame>(GOP_BYTES, ({ bytes }) => bytes),
      viewers: new Set<Viewer>(),
      late: new LateFrames(this.#start.maxLagMs),
      newestAtMs: 0,
    };
    this.#feeds.set(name, feed);
    return feed;
  }

  #forget(session: string): void {
    const viewer = this.#viewers.get(session);
    if (viewer === undefined) return;
    this.#viewers.delete(session);
    addTo(this.#past, viewer.figures);
    for (const { viewers } of this.#feeds.values()) viewers.delete(viewer);
  }

  /** Sends what viewers are behind, in small steps, until they are at the live edge. */
  #catchUpSoon(viewer: Viewer): void {
    this.#behind.add(viewer);
    this.#catchingUp ??= setInterval(() => {
      for (const one of this.#behind) {
        if (one.isConnected) one.catchUp();
        if (!one.isConnected || !one.isBehind) this.#behind.delete(one);
      }
      if (this.#behind.size > 0 || this.#catchingUp === null) return;
      clearInterval(this.#catchingUp);
      this.#catchingUp = null;
    }, CATCH_UP_MS);
  }
}

type Figures = Viewer['figures'];

function addTo(sum: Figures, more: Figures): void {
  sum.sentFrames += more.sentFrames;
  sum.droppedFrames += more.droppedFrames;
  sum.drops += more.drops;
}
