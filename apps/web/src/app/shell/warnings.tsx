import type { Warning } from '@tributary/contracts/moderation';
import { lazy, Suspense, useState } from 'react';
import { useTopic } from '@/lib/realtime/index.ts';
import { useSession } from '@/lib/session.ts';

/** Few accounts have a warning to read, so the first script leaves the notice out. */
const WarningNotice = lazy(() => import('./warning-notice.tsx'));

/** Warnings of admins, as soon as they are given, until the person says that they have read them. */
export function Warnings() {
  const { user } = useSession();
  return user && <UnreadWarnings key={user.id} />;
}

function UnreadWarnings() {
  const [warnings, setWarnings] = useState<readonly Warning[]>([]);
  useTopic('warnings', (message) => setWarnings(message.kind === 'snapshot' ? message.data : []));
  if (warnings.length === 0) return null;
  return (
    <Suspense>
      {warnings.map((warning) => (
        <WarningNotice
          key={warning.id}
          warning={warning}
          onRead={() => setWarnings((others) => others.filter(({ id }) => id !== warning.id))}
        />
      ))}
    </Suspense>
  );
}
