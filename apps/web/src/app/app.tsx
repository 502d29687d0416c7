import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '@/lib/api/query-client.ts';
import { Toaster, toast } from '@/ui/feedback/toaster.tsx';
import { createAppRouter } from './router.ts';
import { seedDemoWhenIdle } from './startup/demo-seeding.ts';
import { measurePerformance } from './startup/performance.ts';
import { syncPreferences } from './startup/preferences.ts';
import { handleServiceWorker } from './startup/service-worker.ts';
import { syncSession } from './startup/session.ts';

/** Renders the app into `container`, in place of the first screen that the server may have rendered there. */
export async function startApp(container: HTMLElement): Promise<void> {
  const queryClient = createQueryClient(toast.failure);
  const router = createAppRouter(queryClient);
  syncSession(queryClient);
  handleServiceWorker(router);
  syncPreferences(queryClient);
  measurePerformance(router);
  seedDemoWhenIdle(queryClient);
  // The first screen stays in view until it can be replaced as a whole.
  if (container.hasChildNodes()) await router.load();
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </StrictMode>,
  );
}
