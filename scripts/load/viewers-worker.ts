import { LiveViewer, type ViewerReport } from '../../apps/server/test/support/simulated/live-viewer.ts';
import { serveParent } from '../../bench/lib/proc.ts';
import { ARRIVAL_MS, type ViewersOrder } from './viewers.ts';

const viewers: LiveViewer[] = [];

serveParent((order: ViewersOrder): ViewerReport[] | null => {
  if (order.type === 'report') return viewers.map((viewer) => viewer.takeReport());
  const { urls, path, count, first } = order;
  for (let index = 0; index < count; index++) {
    setTimeout(
      () => viewers.push(new LiveViewer(urls, () => path, (first + index) % urls.length)),
      (ARRIVAL_MS * index) / count,
    );
  }
  return null;
});
