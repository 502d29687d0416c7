/** The figures of a simulation from the end of its warm-up on. Bytes are real bytes. */
import { BYTE_SCALE } from './population.ts';

export interface SimulationResults {
  /** The share of the media bytes played that came from peers. */
  readonly peerShare: number;
  readonly originBytes: number;
  /** All that the origin sent to viewers who can connect to peers, in copies of the stream. */
  readonly originCopies: number;
  readonly playedParts: number;
  /** From capture to showing. */
  readonly delayMs: { readonly median: number; readonly p99: number };
  /** From publication to arrival. */
  readonly arrivalMs: { readonly median: number; readonly p99: number };
  readonly stalls: number;
  readonly stalledMs: number;
  /** Uploaded media bytes beyond those that were used, against those that were. */
  readonly wastedShare: number;
  readonly controlBytes: number;
  /** All that a TURN server passed on. */
  readonly relayedBytes: number;
  readonly meanNeighbours: number;
  /** Connections to attackers that honest peers ended, by the reason. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Connections between honest peers that ended for misconduct. */
  readonly droppedHonest: number;
  /** Unverified parts that reached a player. */
  readonly wrongParts: number;
}

interface ResultContext {
  readonly streamBytes: number;
  readonly controlBytes: number;
  readonly relayedBytes: number;
  readonly meanNeighbours: number;
}

export class ResultCollector {
  peerBytes = 0;
  originMedia = 0;
  originBytes = 0;
  reachableOriginBytes = 0;
  uploadedBytes = 0;
  stalls = 0;
  stalledMs = 0;
  wrongParts = 0;
  droppedHonest = 0;
  readonly delaysMs: number[] = [];
  readonly arrivalsMs: number[] = [];
  readonly dropped: Record<string, number> = {};

  played(delayMs: number, stalledMs: number): void {
    this.delaysMs.push(delayMs);
    if (stalledMs <= 0) return;
    this.stalls += 1;
    this.stalledMs += stalledMs;
  }

  results(context: ResultContext): SimulationResults {
    const media = this.peerBytes + this.originMedia;
    return {
      peerShare: media === 0 ? 0 : this.peerBytes / media,
      originBytes: this.originBytes * BYTE_SCALE,
      originCopies: this.reachableOriginBytes / context.streamBytes,
      playedParts: this.delaysMs.length,
      delayMs: summary(this.delaysMs),
      arrivalMs: summary(this.arrivalsMs),
      stalls: this.stalls,
      stalledMs: this.stalledMs,
      wastedShare: this.peerBytes === 0 ? 0 : this.uploadedBytes / this.peerBytes - 1,
      controlBytes: context.controlBytes * BYTE_SCALE,
      relayedBytes: context.relayedBytes * BYTE_SCALE,
      meanNeighbours: context.meanNeighbours,
      dropped: this.dropped,
      droppedHonest: this.droppedHonest,
      wrongParts: this.wrongParts,
    };
  }
}

function summary(values: readonly number[]): { median: number; p99: number } {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { median: at(0.5), p99: at(0.99) };
}
