/** How a transcoder is made, and what its owner does with it. */
import type { MediaLog } from '../ports.ts';
import type { StreamReader } from '../reader.ts';
import type { ProcessLimits } from '../restricted-process.ts';
import type { OutputRequest } from './outputs.ts';
import type { TranscoderStatistics } from './statistics.ts';

export interface TranscoderLimits extends ProcessLimits {
  /** A process that owes an answer for longer hangs. */
  readonly hangMs: number;
  /** How long it may take to start. */
  readonly startMs: number;
  /** The most of the source that waits for the process: beyond it, units are dropped to the next keyframe. */
  readonly queueBytes: number;
  readonly queueSeconds: number;
}

export const DEFAULT_LIMITS: TranscoderLimits = {
  dataKib: 2 * 1024 * 1024,
  heapMib: 128,
  hangMs: 1500,
  startMs: 15_000,
  queueBytes: 16 * 1024 ** 2,
  queueSeconds: 2,
};

export interface TranscoderOptions {
  readonly log: MediaLog;
  readonly limits?: Partial<TranscoderLimits>;
  /** Tests pass a program that misbehaves. */
  readonly worker?: string;
  /** Encoders of GPUs, the best first, as `probeEncoders` finds them. x264 takes over where they fail. */
  readonly encoders?: readonly string[];
  /**
   * The outputs need more CPU than there is: they come late, and soon frames will be dropped. Called again while it
   * lasts, every two seconds. The owner stops the output that matters least.
   */
  readonly onOverloaded?: (delayMs: number) => void;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

export interface Transcoder extends StreamReader {
  readonly statistics: TranscoderStatistics;
  /** Starts and stops outputs; those that it names again continue undisturbed. */
  setOutputs(outputs: readonly OutputRequest[]): void;
  /** Ends the process. Outputs get nothing more. */
  close(): void;
}
