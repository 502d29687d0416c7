/** The time, and timers on it. The simulation has its own, so that the engine never reads the system's clock. */
export interface SwarmClock {
  /** Milliseconds on a clock that only rises. */
  now(): number;
  /** @returns a function that cancels the call */
  after(ms: number, call: () => void): () => void;
}
