import type { QueryClient } from '@tanstack/react-query';
import { whenIdle } from '@/lib/browser/when-idle.ts';
import { instanceQuery } from '@/lib/instance.ts';

/** Seeds a demo instance once per load, in the background (spec section 7). */
export function seedDemoWhenIdle(client: QueryClient): void {
  whenIdle(async () => {
    const instance = await client.ensureQueryData(instanceQuery).catch(() => null);
    if (!instance?.demo) return;
    const { seedDemo } = await import('./seed-demo.ts');
    await seedDemo();
  });
}
