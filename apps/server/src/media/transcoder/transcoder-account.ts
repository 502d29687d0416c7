/** Adds up what the processes of a transcoder did, one after the other. */

import type { OutputStatistics, TranscoderState, TranscoderStatistics } from './statistics.ts';
import type { RunningOutput } from './transcoder-output.ts';
import type { ProcessStatistics } from './wire/replies.ts';

export class TranscoderAccount {
  #reported: ProcessStatistics | null = null;
  /** Of the processes that are gone. */
  #cpuMsBefore = 0;
  #damagedBefore = 0;
  #restarts = 0;
  #lastFault: string | null = null;
  /** Frames of the source that no process got, and those that were lost with one. */
  lostFrames = 0;
  delayMs: number | null = null;

  get restarts(): number {
    return this.#restarts;
  }

  report(statistics: ProcessStatistics): void {
    this.#reported = statistics;
  }

  fail(reason: string): void {
    this.#lastFault = reason;
  }

  /** A process died. @param frames which it had been sent */
  restart(reason: string, frames: number): void {
    this.#restarts += 1;
    this.#lastFault = reason;
    this.lostFrames += frames;
  }

  endProcess(): void {
    this.#cpuMsBefore += this.#reported?.cpuMs ?? 0;
    this.#damagedBefore += this.#reported?.damagedUnits ?? 0;
    this.#reported = null;
    this.delayMs = null;
  }

  /** @param droppedFrames since the transcoder was created */
  statistics(
    state: TranscoderState,
    processId: number | null,
    outputs: readonly RunningOutput[],
    droppedFrames: number,
  ): TranscoderStatistics {
    return {
      state,
      processId,
      cpuSeconds: (this.#cpuMsBefore + (this.#reported?.cpuMs ?? 0)) / 1000,
      restarts: this.#restarts,
      lastFault: this.#lastFault,
      delayMs: this.delayMs,
      damagedUnits: this.#damagedBefore + (this.#reported?.damagedUnits ?? 0),
      outputs: outputs.map((output) => this.#outputStatistics(output, droppedFrames)),
    };
  }

  #outputStatistics(output: RunningOutput, droppedFrames: number): OutputStatistics {
    const { id, name, framesEncoded, droppedBefore } = output;
    const reported = this.#reported?.outputs.find((one) => one.id === id);
    return {
      name,
      framesEncoded,
      framesDropped: droppedFrames - droppedBefore,
      encoder: reported?.encoder ?? null,
      speed: reported?.speed ?? null,
    };
  }
}
