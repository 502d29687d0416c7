import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient } from '@/lib/query.ts';
import { Toaster } from '@/ui/feedback/toaster.tsx';
import { createAppRouter } from './router.ts';
import { seedDemoWhenIdle } from './startup/demo-seeding.ts';
import { measurePerformance } from './startup/performance.ts';
import { syncPreferences } from './startup/preferences.ts';
import { handleServiceWorker } from './startup/service-worker.ts';
import { syncSession } from './startup/session.ts';

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
syncSession(queryClient);
handleServiceWorker(router);
syncPreferences(queryClient);
measurePerformance(router);
seedDemoWhenIdle(queryClient);

/**
 * Keeps the server-rendered Home page in view until it can be replaced as a whole; resolved on other pages.
 */
export const ready = location.pathname === '/' ? router.load() : Promise.resolve();

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>
  );
}
