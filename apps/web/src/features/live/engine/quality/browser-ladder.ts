/** The choice of quality with all that it needs of the browser. */
import type Hls from 'hls.js';
import type { HlsConfig } from 'hls.js';
import type { Clock } from '../media/environment.ts';
import type { HlsModule } from '../sources/hls-instance.ts';
import { EarlyParts } from './early-parts.ts';
import { LevelSteering } from './level-steering.ts';
import { likelyBandwidth, storeBandwidth } from './network-hints.ts';
import { QualityController } from './quality-controller.ts';
import { DATA_SAVER_HEIGHT, dataSaver, qualityChoice } from './quality-preference.ts';
import { RenditionWarmer, requestWithFetch } from './rendition-warmer.ts';
import { TransferMonitor } from './transfer-monitor.ts';
import { viewOf } from './view.ts';

export interface Ladder {
  readonly transfers: TransferMonitor;
  readonly early: EarlyParts;
  readonly config: Partial<HlsConfig>;
  control(hls: Hls, video: HTMLVideoElement): QualityController;
}

export function browserLadder(module: HlsModule, clock: Clock): Ladder {
  const steering = new LevelSteering();
  const transfers = new TransferMonitor(likelyBandwidth(Date.now()));
  const early = new EarlyParts(transfers, steering, clock);
  return {
    transfers,
    early,
    // The controller knows the size of the player, and counts dropped frames.
    config: { ...steering.configFor(module), capLevelToPlayerSize: false },
    control(hls, video) {
      early.attach(module, hls);
      return new QualityController(module, {
        hls,
        steering,
        transfers,
        clock,
        warmer: new RenditionWarmer(clock, requestWithFetch(clock)),
        view: viewOf(video),
        choice: qualityChoice(),
        maxHeight: dataSaver() ? DATA_SAVER_HEIGHT : null,
        onMeasured: (bps) => storeBandwidth(bps, Date.now()),
      });
    },
  };
}
