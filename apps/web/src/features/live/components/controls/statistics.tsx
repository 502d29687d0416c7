import { useEffect, useState } from 'react';
import { formatBitrate } from '@/lib/format.ts';
import { formatLatency } from '../../engine/format.ts';
import type { LivePlayer } from '../../engine/player.ts';
import type { PlayerStats } from '../../engine/player-types.ts';

/** What is really arriving and shown, once a second while it is on screen. */
export function Statistics({ player }: { player: LivePlayer }) {
  const [stats, setStats] = useState(() => player.stats());
  useEffect(() => {
    const timer = setInterval(() => setStats(player.stats()), 1000);
    return () => clearInterval(timer);
  }, [player]);
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 px-2.5 py-1.5 text-sm tabular-nums">
      {rows(stats).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="whitespace-nowrap text-faint">{name}</dt>
          <dd className="text-end">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function rows(stats: PlayerStats): [string, string][] {
  const { width, height, framesPerSecond, bitrateKbps, latency, targetLatency, codecs } = stats;
  const all: [string, string | null][] = [
    ['Picture', height > 0 ? `${width} × ${height}` : null],
    ['Frame rate', framesPerSecond === null ? null : `${Math.round(framesPerSecond)} fps`],
    ['Bitrate', bitrateKbps === null ? null : formatBitrate(bitrateKbps)],
    ['Behind live', latency === null ? null : formatLatency(latency)],
    ['Aims for', targetLatency === null ? null : formatLatency(targetLatency)],
    ['Buffer', formatLatency(stats.bufferedSeconds)],
    ['Dropped frames', `${stats.droppedFrames} of ${stats.totalFrames}`],
    ['Codecs', codecs],
  ];
  return all.filter((row): row is [string, string] => row[1] !== null);
}
