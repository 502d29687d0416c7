import { Skeleton } from '@/ui/feedback/loading.tsx';

const ROWS = ['first', 'second', 'third', 'fourth'];

export function NotificationsSkeleton() {
  return (
    <div className="flex flex-col gap-4 pt-1 pb-4">
      {ROWS.map((row) => (
        <div key={row} className="flex gap-3">
          <Skeleton className="size-10 shrink-0 rounded-full" />
          <div className="flex flex-1 flex-col gap-2 pt-0.5">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
