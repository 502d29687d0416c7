import type { QueryClient } from '@tanstack/react-query';
import { instanceQuery } from '@/lib/instance.ts';
import { whenIdle } from '@/lib/when-idle.ts';

/** Once a load, in the background, and only where the instance says that it is a demo (spec section 7). */
export function fillDemo(client: QueryClient): void {
  whenIdle(async () => {
    const instance = await client.ensureQueryData(instanceQuery).catch(() => null);
    if (!instance?.demo) return;
    const { seedDemo } = await import('./seed-demo.ts');
    await seedDemo();
  });
}
