/** What the server and the process that serves WebRTC viewers say to each other. The server trusts no reply. */
import { z } from 'zod';
import type { RtpCodec } from '../rtp/packetize.ts';
import type { AnsweredMedia } from '../sdp/answer.ts';

/** The first message. */
export interface StartCommand {
  readonly kind: 'start';
  readonly port: number;
  /** Null: all addresses of the machine. */
  readonly bindAddress: string | null;
  /** A viewer from whom no RTCP comes for so long while frames are sent has left. */
  readonly silentMs: number;
  /** Frames that are older when they come are left out up to the next keyframe. */
  readonly maxLagMs: number;
}

/** A new viewer, who receives the frames of these feeds. */
export interface OpenCommand {
  readonly kind: 'open';
  readonly session: string;
  /** The checked offer. */
  readonly offer: string;
  readonly video: { readonly feed: string; readonly media: AnsweredMedia } | null;
  readonly audio: { readonly feed: string; readonly media: AnsweredMedia } | null;
}

/** A frame for all viewers of a feed. */
export interface FrameCommand {
  readonly kind: 'frame';
  readonly feed: string;
  readonly codec: RtpCodec;
  /** Presentation time in units of 1/90000 s. */
  readonly ticks: number;
  readonly keyframe: boolean;
  /** When it came from the encoder: milliseconds of the clock that all processes share (`sharedNowMs`). */
  readonly atMs: number;
  readonly payload: Uint8Array;
}

export type WorkerCommand =
  | StartCommand
  | OpenCommand
  | FrameCommand
  | { readonly kind: 'close'; readonly session: string }
  /** Frames are missing: the next one that is sent is a keyframe. */
  | { readonly kind: 'break'; readonly feed: string }
  /** The feed has no viewers; its frames are forgotten. */
  | { readonly kind: 'forget'; readonly feed: string };

/** Monotonic milliseconds, the same in all processes of a machine. */
export const sharedNowMs = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000;

const count = z.int().nonnegative();
const session = z.string();

export const workerStats = z.object({
  viewers: count,
  /** Video and audio frames, counted once for each viewer. */
  sentFrames: count,
  /** Video frames that were kept from viewers whose network or decoder could not follow. */
  droppedFrames: count,
  /** How often a viewer was dropped to the next keyframe. */
  drops: count,
  /** Video frames that no viewer got, since this process was behind. */
  lateFrames: count,
  rssBytes: count,
});
export type WorkerStats = z.infer<typeof workerStats>;

export const workerReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opened'), session, sdp: z.string().max(20_000) }),
  z.object({ kind: z.literal('failed'), session, message: z.string().max(1_000) }),
  z.object({ kind: z.literal('connected'), session }),
  /** The connection failed or the player closed it. */
  z.object({ kind: z.literal('closed'), session }),
  z.object({ kind: z.literal('stats'), stats: workerStats }),
]);
export type WorkerReply = z.infer<typeof workerReply>;
