import { describe, expect, it } from 'vitest';
import { type ConnectionFault, ConnectionMonitor } from './connection-monitor.ts';
import type { ConnectionSample } from './connection-sample.ts';

const START: ConnectionSample = {
  atMs: 0,
  packetsReceived: 0,
  packetsLost: 0,
  bytesReceived: 0,
  framesDecoded: 0,
  framesDropped: 0,
  frozenSeconds: 0,
  bufferedSeconds: 0,
  bufferedFrames: 0,
  decodingSeconds: 0,
  roundTripSeconds: 0.02,
  codecs: 'H264, opus',
};

/** Samples of a connection whose numbers grow evenly. */
class Connection {
  readonly monitor = new ConnectionMonitor();
  #sample = START;

  /** @returns the first fault and when it was noticed, in milliseconds since the beginning */
  run(
    ms: number,
    { fps = 30, loss = 0, frozen = 0 }: { fps?: number; loss?: number; frozen?: number } = {},
  ): { fault: ConnectionFault; atMs: number } | null {
    for (let elapsed = 0; elapsed < ms; elapsed += 200) {
      const before = this.#sample;
      const frames = Math.floor(((elapsed + 200) * fps) / 1000) - Math.floor((elapsed * fps) / 1000);
      this.#sample = {
        ...before,
        atMs: before.atMs + 200,
        framesDecoded: before.framesDecoded + frames,
        bufferedFrames: before.bufferedFrames + frames,
        bufferedSeconds: before.bufferedSeconds + frames * 0.04,
        decodingSeconds: before.decodingSeconds + frames * 0.005,
        packetsReceived: before.packetsReceived + 60 * (1 - loss),
        packetsLost: before.packetsLost + 60 * loss,
        bytesReceived: before.bytesReceived + 50_000,
        frozenSeconds: before.frozenSeconds + frozen * 0.2,
      };
      const fault = this.monitor.add(this.#sample);
      if (fault !== null) return { fault, atMs: this.#sample.atMs };
    }
    return null;
  }
}

describe('ConnectionMonitor', () => {
  it('finds nothing wrong with a steady connection, with few frames a second, or with a little loss', () => {
    expect(new Connection().run(60_000)).toBeNull();
    expect(new Connection().run(60_000, { fps: 2 })).toBeNull();
    expect(new Connection().run(60_000, { loss: 0.05 })).toBeNull();
    expect(new Connection().run(60_000, { frozen: 0.1 })).toBeNull();
  });

  it('notices within 1.2 seconds that frames have stopped', () => {
    const connection = new Connection();
    connection.run(10_000);
    const found = connection.run(5_000, { fps: 0 });
    expect(found?.fault).toBe('frames_stopped');
    expect(found?.atMs).toBeLessThanOrEqual(11_200);
  });

  it('waits longer for the next frame of a stream with one frame a second', () => {
    const connection = new Connection();
    connection.run(20_000, { fps: 1 });
    const found = connection.run(10_000, { fps: 0 });
    expect(found?.fault).toBe('frames_stopped');
    expect(found?.atMs).toBeGreaterThan(22_000);
  });

  it('notices a picture that freezes for a fifth of the time and more', () => {
    expect(new Connection().run(20_000, { frozen: 0.3 })?.fault).toBe('freezing');
  });

  it('notices loss of a quarter within a few seconds, but not at once', () => {
    const found = new Connection().run(20_000, { loss: 0.25 });
    expect(found?.fault).toBe('packet_loss');
    expect(found?.atMs).toBeGreaterThanOrEqual(3_000);
    expect(found?.atMs).toBeLessThan(6_000);
  });

  it('forgets loss and freezes that are over', () => {
    const connection = new Connection();
    connection.run(1_000, { loss: 0.3, frozen: 0.8 });
    expect(connection.run(30_000)).toBeNull();
  });

  it('reports the delay from half a round trip, the jitter buffer and the decoder', () => {
    const connection = new Connection();
    connection.run(5_000);
    const { figures } = connection.monitor;
    expect(figures?.delaySeconds).toBeCloseTo(0.01 + 0.04 + 0.005);
    expect(figures).toMatchObject({ roundTripMs: 20, packetsLost: 0, codecs: 'H264, opus' });
    expect(figures?.jitterBufferMs).toBeCloseTo(40);
    expect(figures?.bitrateKbps).toBeCloseTo(2_000);
    expect(new ConnectionMonitor().figures).toBeNull();
  });
});
