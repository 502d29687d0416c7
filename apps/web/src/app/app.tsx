import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient } from '@/lib/query.ts';
import { Toaster } from '@/ui/feedback/toaster.tsx';
import { createAppRouter } from './router.ts';
import { fillDemo } from './startup/demo-seeding.ts';
import { measurePerformance } from './startup/performance.ts';
import { followPreferences } from './startup/preferences.ts';
import { followServiceWorker } from './startup/service-worker.ts';
import { followSession } from './startup/session.ts';

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
followSession(queryClient);
followServiceWorker(router);
followPreferences(queryClient);
measurePerformance(router);
fillDemo(queryClient);

/** Home as the server sent it stays in view until it can be drawn whole: settled where there is no such page. */
export const ready = location.pathname === '/' ? router.load() : Promise.resolve();

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>
  );
}
