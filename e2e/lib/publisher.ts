import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface PublisherOptions {
  /** The server URL as OBS expects it: `rtmp://127.0.0.1:1935/live`. */
  readonly url: string;
  readonly key: string;
  readonly width?: number;
  readonly height?: number;
  readonly fps?: number;
  readonly gopSeconds?: number;
  readonly bitrateKbps?: number;
  /** B-frames between reference frames; 0 by default, as streamers are told to set it. */
  readonly bFrames?: number;
  /** A tone, encoded as AAC (`sine`) or Opus. */
  readonly audio?: 'sine' | 'opus' | 'none';
  readonly video?: 'h264' | 'hevc' | 'av1' | 'vp9' | 'none';
  /** Sends `closedCaptionOf` each frame. */
  readonly captions?: boolean;
  /** Draws the wall clock at capture into each frame, for `readClock`. */
  readonly clock?: boolean;
}

export type PublisherSettings = Required<PublisherOptions>;

export type ChildReport =
  | { readonly type: 'publishing' }
  | { readonly type: 'progress'; readonly frames: number; readonly skipped: number }
  | { readonly type: 'ended'; readonly reason: string | null };

/** Frames encoded so far, and frames skipped because the machine was late. */
export interface PublisherProgress {
  readonly frames: number;
  readonly skipped: number;
}

/** An encoder that publishes a stream. */
export interface Publisher {
  /** Ends the stream as an encoder's stop button does (FCUnpublish, deleteStream), and waits for the process to exit. */
  stop(): Promise<void>;
  /** Sends SIGKILL: the connection breaks in the middle of a message. */
  kill(): void;
  /** Resolves when the process has exited: with null after a stop, else with what ended it. */
  readonly exited: Promise<string | null>;
  readonly pid: number;
  /** Updated every second. */
  progress(): PublisherProgress;
}

/** The server refused the stream or could not be reached. The message contains the server's. */
export class PublishError extends Error {
  override readonly name = 'PublishError';
}

const DEFAULTS = {
  width: 640,
  height: 360,
  fps: 30,
  gopSeconds: 2,
  bitrateKbps: 800,
  bFrames: 0,
  audio: 'sine',
  video: 'h264',
  captions: false,
  clock: false,
} as const;

/** For tests that play a stream and do not look at its video: encoding, decoding and drawing it take a fifth. */
export const SMALL_VIDEO = { width: 320, height: 180, fps: 10, bitrateKbps: 200 } as const;

/**
 * Publishes a test pattern and a tone over RTMP with FFmpeg in real time, from a child process.
 * Resolves once the server has accepted the stream; rejects with a PublishError where it does not.
 */
export async function startPublisher(options: PublisherOptions): Promise<Publisher> {
  const settings: PublisherSettings = { ...DEFAULTS, ...options };
  const child = fork(
    fileURLToPath(new URL('./publisher-child.ts', import.meta.url)),
    [JSON.stringify(settings)],
    {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );

  let progress: PublisherProgress = { frames: 0, skipped: 0 };
  let ended: string | null | undefined;
  const publishing = Promise.withResolvers<void>();
  child.on('message', (message: ChildReport) => {
    if (message.type === 'publishing') publishing.resolve();
    else if (message.type === 'progress') progress = { frames: message.frames, skipped: message.skipped };
    else ended = message.reason;
  });
  const exited = exitOf(child).then((status) => (ended === undefined ? status : ended));
  exited.then((reason) =>
    publishing.reject(
      new PublishError(reason ?? 'The publisher stopped before the server accepted the stream.'),
    ),
  );
  await publishing.promise;
  let killed = false;
  void exited.then((reason) => {
    // Else a test that waits for the stream would only say that it did not come.
    if (reason !== null && !killed) process.stderr.write(`A publisher of ${options.url} ended: ${reason}\n`);
  });

  return {
    async stop() {
      if (child.connected) child.send('stop');
      await exited;
    },
    kill() {
      killed = true;
      child.kill('SIGKILL');
    },
    exited,
    pid: child.pid ?? 0,
    progress: () => progress,
  };
}

async function exitOf(child: ChildProcess): Promise<string> {
  const [code, signal]: (number | string | null)[] = await once(child, 'exit');
  return signal ? `The publisher was ended by ${signal}.` : `The publisher exited with status ${code}.`;
}
