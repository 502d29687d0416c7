/** What chooses the quality in a simulation: this player, and hls.js with its defaults. */
import {
  BandwidthEstimator,
  type Transfer,
} from '../../src/features/live/engine/quality/bandwidth-estimator.ts';
import { QualityChooser } from '../../src/features/live/engine/quality/quality-chooser.ts';
import { PROGRESS_MS } from '../../src/features/live/engine/quality/transfer-monitor.ts';
import type { QualityPolicy, SimulatedPlayer } from './quality-simulation.ts';
import type { SimulatedDownload } from './simulated-link.ts';
import { PART_SECONDS } from './simulated-track.ts';

const RESPONSE_SECONDS = 0.05;

const transferOf = ({ begunAt, loadedBytes, requestedAt }: SimulatedDownload, now: number): Transfer => ({
  startMs: Math.min(now, begunAt ?? requestedAt + RESPONSE_SECONDS) * 1000,
  endMs: now * 1000,
  bytes: loadedBytes,
});

/** @param priorBps the estimate of the last visit */
export function chooserPolicy(priorBps: number | null = null): QualityPolicy {
  const estimator = new BandwidthEstimator(priorBps);
  const chooser = new QualityChooser();
  let lastPartLoad: number | null = null;
  let pending: number | null = null;
  let hasStarted = false;
  let wantedBuffer = 0;
  let responses: number[] = [];
  let downloadedAt = 0;

  function change(player: SimulatedPlayer, to: number): void {
    chooser.onSwitched(player.loading, to, player.nowSeconds);
    pending = null;
    lastPartLoad = null;
    player.switchTo(to);
  }

  function applyPending(player: SimulatedPlayer): void {
    if (pending !== null && player.isWarm(pending) && player.isAtSegmentStart) change(player, pending);
  }

  return {
    requestsEarly: true,
    get wantedBuffer() {
      return wantedBuffer;
    },
    onDownloaded({ nowSeconds }, download) {
      const { begunAt, requestedAt } = download;
      responses = [...responses.slice(-8), (begunAt ?? requestedAt) - requestedAt];
      estimator.add(transferOf(download, nowSeconds));
      lastPartLoad = (nowSeconds - Math.max(requestedAt, downloadedAt)) / PART_SECONDS;
      downloadedAt = nowSeconds;
    },
    onAudioDownloaded({ nowSeconds }, download) {
      estimator.add(transferOf(download, nowSeconds));
    },
    onTick(player) {
      const { nowSeconds, running, runningAudio, renditions, loading } = player;
      // The player looks ten times a second.
      if (Math.round(nowSeconds * 100) % 10 !== 0) return applyPending(player);
      hasStarted ||= player.bufferedSeconds > PART_SECONDS;
      const sample = {
        nowSeconds,
        renditions,
        current: loading,
        usable: renditions.map(() => true),
        warm: renditions.map((_, i) => player.isWarm(i)),
        estimateBps: estimator.estimate(
          nowSeconds * 1000,
          [running, runningAudio]
            .filter((download) => download !== null)
            .map((download) => transferOf(download, nowSeconds - PROGRESS_MS / 1000)),
        ),
        bufferedSeconds: player.bufferedSeconds,
        partSeconds: PART_SECONDS,
        intoSegmentSeconds: player.intoSegmentSeconds,
        againSeconds: player.againSeconds,
        responseSeconds:
          [...responses].sort((a, b) => a - b)[Math.floor(responses.length / 2)] ?? RESPONSE_SECONDS,
        hasStarted,
        running: running && {
          loadedBytes: running.loadedBytes,
          elapsedSeconds: nowSeconds - running.requestedAt,
          remainingBytes: running.bytes - running.loadedBytes,
          bodySeconds:
            running.begunAt === null ? null : Math.max(0, nowSeconds - running.begunAt - PROGRESS_MS / 1000),
        },
        lastPartLoad,
        viewHeight: null,
        droppedRatio: 0,
        maxHeight: null,
      };
      wantedBuffer = chooser.wantedBuffer(sample);
      for (const rendition of chooser.prepared(sample)) player.warm(rendition);
      const decision = chooser.decide(sample);
      if (decision !== null) {
        player.warm(decision.to);
        if (decision.isUrgent && player.isWarm(decision.to)) return change(player, decision.to);
        pending = decision.to;
      }
      applyPending(player);
    },
  };
}

/** The parts of hls.js's AbrController (version 1.7) that decide for live streams, with the defaults of its configuration. */
export function hlsDefaultPolicy(): QualityPolicy {
  const fast = new Ewma(3);
  const slow = new Ewma(9);
  const estimate = () => (slow.weight < 0.001 ? 500_000 : Math.min(fast.estimate, slow.estimate));
  const sample = (seconds: number, bytes: number) => {
    const duration = Math.max(seconds, 0.05);
    for (const ewma of [fast, slow]) ewma.add(duration, (bytes * 8) / duration);
  };
  let wanted: number | null = null;

  /** `findBestLevel` */
  function best({ renditions, loading, bufferedSeconds }: SimulatedPlayer): number {
    // BANDWIDTH is that of the largest segment, and AVERAGE-BANDWIDTH counts with two parts in the buffer.
    const share = bufferedSeconds >= 2 * PART_SECONDS ? 1 : 1.1;
    for (let i = renditions.length - 1; i >= 0; i -= 1) {
      const bandwidth = estimate() * (i > loading ? 0.7 : 0.95);
      if (bandwidth >= (renditions[i]?.averageBps ?? 0) * share) return i;
    }
    return 0;
  }

  return {
    wantedBuffer: 0,
    onDownloaded(player, { requestedAt, begunAt, bytes }) {
      const seconds = player.nowSeconds - requestedAt;
      sample(seconds - Math.min((begunAt ?? requestedAt) - requestedAt, RESPONSE_SECONDS), bytes);
      wanted = best(player);
    },
    onTick(player) {
      const { running, nowSeconds, bufferedSeconds, renditions, loading } = player;
      if (running === null) {
        if (wanted !== null && wanted !== loading && player.isAtSegmentStart) player.switchTo(wanted);
        return;
      }
      // `_abandonRulesCheck`, every 100 ms
      const elapsed = nowSeconds - running.requestedAt;
      if (loading === 0 || Math.round(nowSeconds * 100) % 10 !== 0 || elapsed <= PART_SECONDS / 2) return;
      const streaming = running.begunAt === null ? 0 : nowSeconds - running.begunAt;
      const rate = streaming > 0 ? (running.loadedBytes * 8) / streaming : 0;
      const rest = running.bytes - running.loadedBytes;
      const delay = rate > 0 ? (rest * 8) / rate : (running.bytes * 8) / estimate() + RESPONSE_SECONDS;
      if (delay <= bufferedSeconds) return;
      const bandwidth = rate || estimate();
      const secondsFor = (level: number) =>
        2 * RESPONSE_SECONDS + (PART_SECONDS * (renditions[level]?.averageBps ?? 0) * 1.1) / bandwidth;
      let next = loading - 1;
      while (next > 0 && secondsFor(next) >= Math.min(bufferedSeconds, PART_SECONDS + RESPONSE_SECONDS))
        next -= 1;
      if (secondsFor(next) >= delay || secondsFor(next) > PART_SECONDS * 10) return;
      if (rate > 0) sample(streaming, running.loadedBytes);
      wanted = null;
      player.switchTo(next);
    },
  };
}

/** `utils/ewma.ts` */
class Ewma {
  readonly #alpha: number;
  #estimate = 0;
  weight = 0;

  constructor(halfLife: number) {
    this.#alpha = Math.exp(Math.log(0.5) / halfLife);
  }

  add(weight: number, value: number): void {
    const adjusted = this.#alpha ** weight;
    this.#estimate = value * (1 - adjusted) + adjusted * this.#estimate;
    this.weight += weight;
  }

  get estimate(): number {
    const zeroFactor = 1 - this.#alpha ** this.weight;
    return zeroFactor > 0 ? this.#estimate / zeroFactor : this.#estimate;
  }
}
