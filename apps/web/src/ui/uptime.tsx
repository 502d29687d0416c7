import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatClock } from '@/lib/format.ts';

/** How long the stream has been running, by the second. */
export function Uptime({ startedAt }: { startedAt: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="flex items-center gap-1.5 tabular-nums">
      <Clock size={16} aria-hidden="true" />
      <span className="sr-only">Live for</span>
      <time dateTime={startedAt}>{formatClock((now - Date.parse(startedAt)) / 1000)}</time>
    </span>
  );
}
