import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient } from '@/lib/query.ts';
import { Toaster } from '@/ui/toaster.tsx';
import { fillDemo } from './fill-demo.ts';
import { followPreferences } from './follow-preferences.ts';
import { followServiceWorker } from './follow-service-worker.ts';
import { followSession } from './follow-session.ts';
import { measurePerformance } from './measure-performance.ts';
import { createAppRouter } from './router.tsx';

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
