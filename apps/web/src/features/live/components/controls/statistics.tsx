import { useEffect, useState } from 'react';
import { formatBitrate, formatLatency, formatMeasure, formatSize } from '@/lib/format/measures.ts';
import { t } from '@/lib/messages/t.ts';
import type { PlaybackStatistics } from '../../engine/media/playback-statistics.ts';
import type { StreamPlayer } from '../../engine/stream-playback.ts';
import type { ConnectionFigures } from '../../engine/webrtc/connection-monitor.ts';
import { reasonOf } from './switch-reason.ts';

/** A name and its value; null: unknown. */
type Row = [name: string, value: string | null];

/** What is received and displayed, updated every second. */
export function Statistics({ player }: { player: StreamPlayer }) {
  const [statistics, setStatistics] = useState(() => player.statistics());
  useEffect(() => {
    const timer = setInterval(() => setStatistics(player.statistics()), 1000);
    return () => clearInterval(timer);
  }, [player]);
  const { lastChange } = statistics;
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 px-2.5 py-1.5 text-sm tabular-nums">
        {rows(statistics).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="whitespace-nowrap text-faint">{name}</dt>
            <dd className="text-end">{value}</dd>
          </div>
        ))}
      </dl>
      {lastChange !== null && (
        <p className="px-2.5 pt-1 pb-1.5 text-faint text-sm tabular-nums">
          {`${lastChange.from} → ${lastChange.to}: ${reasonOf(lastChange.reason)}`}
        </p>
      )}
    </>
  );
}

function rows(statistics: PlaybackStatistics): [string, string][] {
  const { width, height, framesPerSecond, bitrateKbps, latency, targetLatency, codecs, connection } =
    statistics;
  const all: Row[] = [
    [t('live.quality'), statistics.quality],
    [t('live.stats.resolution'), height > 0 ? formatSize(width, height) : null],
    [t('live.stats.frameRate'), framesPerSecond === null ? null : formatMeasure(framesPerSecond, 'fps')],
    [t('live.stats.bitrate'), bitrateKbps === null ? null : formatBitrate(bitrateKbps)],
    [
      t('live.stats.bandwidth'),
      statistics.bandwidthKbps === null ? null : formatBitrate(statistics.bandwidthKbps),
    ],
    [
      t('live.stats.latency'),
      latency === null ? null : connection ? milliseconds(latency * 1000) : formatLatency(latency),
    ],
    [t('live.stats.targetLatency'), targetLatency === null ? null : formatLatency(targetLatency)],
    ...(connection === null ? bufferRows(statistics) : connectionRows(connection)),
    [t('live.stats.codecs'), codecs],
  ];
  return all.filter((row): row is [string, string] => row[1] !== null);
}

const bufferRows = ({ bufferedSeconds, droppedFrames, totalFrames }: PlaybackStatistics): Row[] => [
  [t('live.stats.buffer'), formatLatency(bufferedSeconds)],
  [t('live.stats.dropped'), t('live.stats.of', { part: String(droppedFrames), whole: String(totalFrames) })],
];

function connectionRows(connection: ConnectionFigures): Row[] {
  const { roundTripMs, jitterBufferMs, packetsLost, packetsReceived, framesDropped, framesDecoded } =
    connection;
  return [
    [t('live.stats.transport'), 'WebRTC'],
    [t('live.stats.roundTrip'), roundTripMs === null ? null : milliseconds(roundTripMs)],
    [t('live.stats.jitter'), jitterBufferMs === null ? null : milliseconds(jitterBufferMs)],
    [
      t('live.stats.lost'),
      t('live.stats.of', { part: String(packetsLost), whole: String(packetsLost + packetsReceived) }),
    ],
    [
      t('live.stats.dropped'),
      t('live.stats.of', { part: String(framesDropped), whole: String(framesDropped + framesDecoded) }),
    ],
  ];
}

const milliseconds = (ms: number): string => `${Math.round(ms)} ms`;
