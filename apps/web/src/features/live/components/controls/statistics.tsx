import { useEffect, useState } from 'react';
import { formatBitrate, formatLatency } from '@/lib/format.ts';
import type { PlaybackStatistics } from '../../engine/media/playback-statistics.ts';
import type { StreamPlayer } from '../../engine/stream-playback.ts';
import { reasonOf } from './switch-reason.ts';

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
  const { width, height, framesPerSecond, bitrateKbps, latency, targetLatency, codecs } = statistics;
  const all: [string, string | null][] = [
    ['Quality', statistics.quality],
    ['Resolution', height > 0 ? `${width} × ${height}` : null],
    ['Frame rate', framesPerSecond === null ? null : `${Math.round(framesPerSecond)} fps`],
    ['Bitrate', bitrateKbps === null ? null : formatBitrate(bitrateKbps)],
    ['Bandwidth', statistics.bandwidthKbps === null ? null : formatBitrate(statistics.bandwidthKbps)],
    ['Latency', latency === null ? null : formatLatency(latency)],
    ['Target latency', targetLatency === null ? null : formatLatency(targetLatency)],
    ['Buffer', formatLatency(statistics.bufferedSeconds)],
    ['Dropped frames', `${statistics.droppedFrames} of ${statistics.totalFrames}`],
    ['Codecs', codecs],
  ];
  return all.filter((row): row is [string, string] => row[1] !== null);
}
