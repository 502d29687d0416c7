/** The metrics of live streams: ingest, packaging, delivery, viewers and transcoding of this process. */
import type { IngestStats } from '#media/ingest/ingest.ts';
import { counter, gauge, type Metric, type Sample, samplesOf } from '#platform/metrics/index.ts';
import type { LiveLoad } from './live-load.ts';

type Load = () => LiveLoad;

export const liveMetrics = (load: Load): readonly Metric[] => [
  ...ingestMetrics(load),
  ...deliveryMetrics(load),
  ...viewerMetrics(load),
  ...transcodingMetrics(load),
];

function ingestMetrics(load: Load): readonly Metric[] {
  const byProtocol = (samples: (stats: IngestStats) => readonly Sample[]) => () =>
    Object.entries(load().media.ingests).flatMap(([protocol, stats]) =>
      samples(stats).map(({ labels, value }) => ({ labels: { protocol, ...labels }, value })),
    );
  const one = (value: number): readonly Sample[] => [{ labels: {}, value }];
  return [
    gauge('tributary_live_streams', 'Live streams that this process serves.', () => load().publishers.used),
    gauge('tributary_live_streams_limit', 'MAX_STREAMS.', () => load().publishers.limit),
    gauge(
      'tributary_ingest_connections',
      'Open connections of encoders.',
      byProtocol(({ connections }) => one(connections)),
      ['protocol'],
    ),
    gauge(
      'tributary_ingest_connections_limit',
      'The most connections of encoders.',
      () => load().ingestConnections.limit,
    ),
    gauge(
      'tributary_ingest_publishers',
      'Connections of encoders with an accepted publish.',
      byProtocol(({ publishing }) => one(publishing)),
      ['protocol'],
    ),
    counter(
      'tributary_ingest_bytes_total',
      'Bytes on connections of encoders.',
      byProtocol(({ bytesIn, bytesOut }) => samplesOf('direction', { in: bytesIn, out: bytesOut })),
      ['protocol', 'direction'],
    ),
    counter(
      'tributary_ingest_connections_closed_total',
      'Closed connections of encoders by reason.',
      byProtocol(({ closed }) => samplesOf('reason', closed)),
      ['protocol', 'reason'],
    ),
    counter(
      'tributary_packaging_late_frames_total',
      'Frames that arrived after their part had been published without them.',
      () => load().media.packaging.lateFrames,
    ),
    counter(
      'tributary_packaging_short_parts_total',
      'Parts below 85 percent of PART-TARGET, since the frame rate dropped.',
      () => load().media.packaging.shortParts,
    ),
    gauge('tributary_live_media_bytes', 'Live media in memory.', () => load().memory.used),
    gauge('tributary_live_media_limit_bytes', 'LIVE_MEMORY_MB.', () => load().memory.limit),
  ];
}

const deliveryMetrics = (load: Load): readonly Metric[] => [
  counter(
    'tributary_delivery_responses_total',
    'Responses to players by kind: unavailable counts 503, refused 4xx.',
    () => samplesOf('kind', load().media.delivery.answers),
    ['kind'],
  ),
  counter(
    'tributary_delivery_bytes_total',
    'Bytes of playlists and media.',
    () => load().media.delivery.bytes,
  ),
  counter(
    'tributary_delivery_dropped_total',
    'Connections of players that were dropped, by reason.',
    () => samplesOf('reason', load().media.delivery.dropped),
    ['reason'],
  ),
  gauge(
    'tributary_delivery_blocked_requests',
    'Requests of players that wait for the next part.',
    () => load().media.delivery.waiting,
  ),
  gauge(
    'tributary_delivery_unfinished_responses',
    'Responses that players have not fully taken.',
    () => load().media.delivery.draining,
  ),
];

const viewerMetrics = (load: Load): readonly Metric[] => [
  gauge('tributary_viewers', 'Browsers that watch through this process.', () => load().viewers.used),
  gauge('tributary_viewers_limit', 'MAX_VIEWERS.', () => load().viewers.limit),
  gauge(
    'tributary_webrtc_viewers',
    'Viewers over WebRTC; missing where that is off.',
    () => load().webrtcViewers?.used ?? null,
  ),
  gauge(
    'tributary_webrtc_viewers_limit',
    'WEBRTC_MAX_VIEWERS; missing where WebRTC is off.',
    () => load().webrtcViewers?.limit ?? null,
  ),
  counter(
    'tributary_webrtc_frames_total',
    'Frames to viewers over WebRTC: sent, dropped where one could not follow, and late for all.',
    () => {
      const { webrtc } = load().media;
      if (webrtc === null) return null;
      const { sentFrames, droppedFrames, lateFrames } = webrtc;
      return samplesOf('outcome', { sent: sentFrames, dropped: droppedFrames, late: lateFrames });
    },
    ['outcome'],
  ),
  counter(
    'tributary_webrtc_worker_crashes_total',
    'How often the process of WebRTC died; missing where WebRTC is off.',
    () => load().media.webrtc?.workerCrashes ?? null,
  ),
];

const transcodingMetrics = (load: Load): readonly Metric[] => [
  gauge(
    'tributary_transcoding_cores',
    'Cores that the renditions take by estimate, as the budget counts them.',
    () => load().transcoding.usedCores,
  ),
  gauge('tributary_transcoding_budget_cores', 'TRANSCODING in cores.', () => load().transcoding.budgetCores),
  gauge('tributary_transcoding_renditions', 'Renditions that are made.', () => load().transcoding.renditions),
  counter(
    'tributary_transcoding_cpu_seconds_total',
    'CPU time of the encoders.',
    () => load().transcoding.cpuSeconds,
  ),
  counter(
    'tributary_transcoding_restarts_total',
    'How often the process of a stream’s encoders was started again after a fault.',
    () => load().transcoding.restarts,
  ),
  gauge(
    'tributary_transcoding_dropped_frames',
    'Frames that the renditions which are made lack, since their encoder was too slow or died.',
    () => load().transcoding.framesDropped,
  ),
  gauge(
    'tributary_transcoding_refused_streams',
    'Streams whose viewers were refused a rendition within the last minute, by reason.',
    () => {
      const counts = { budget: 0, channel_budget: 0, overloaded: 0, failing: 0 };
      for (const { reason } of load().transcoding.streams) {
        const kind = reason?.kind;
        if (kind !== undefined && kind in counts) counts[kind as keyof typeof counts] += 1;
      }
      return samplesOf('reason', counts);
    },
    ['reason'],
  ),
];
