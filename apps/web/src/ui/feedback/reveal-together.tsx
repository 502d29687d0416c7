import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Skeleton } from './loading.tsx';

const isFirst = ({ state }: Query) => state.status === 'pending';

/** Shows several lists of a page once all of them have loaded, so that none pushes down the content below it. */
export function RevealTogether({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const reading = useIsFetching({ predicate: isFirst });
  const [isRead, setIsRead] = useState(false);
  // The effects of children run first, and start their queries.
  useEffect(() => {
    if (reading === 0 && client.isFetching({ predicate: isFirst }) === 0) setIsRead(true);
  }, [client, reading]);
  return (
    <div className="relative">
      {!isRead && (
        <div role="status" aria-label={t('ui.loading')} className="absolute inset-x-0 top-0">
          <Skeleton className="h-64 rounded-media" />
        </div>
      )}
      <div className={`flex flex-col gap-8 ${isRead ? '' : 'invisible'}`}>{children}</div>
    </div>
  );
}
