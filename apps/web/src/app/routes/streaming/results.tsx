import { getRouteApi } from '@tanstack/react-router';
import { streamId } from '@tributary/contracts/shared';
import { ActivityFeed } from '@/features/studio/index.ts';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { t } from '@/lib/messages/t.ts';
import { Guard } from '../../guard.tsx';
import { Page } from '../dashboards/creator-page.tsx';
import { NotFound } from '../errors/not-found.tsx';
import { OwnResults } from './stream-results.tsx';
import { useOwnChannel } from './use-own-channel.ts';

const results = getRouteApi('/pro-studio/streams/$id');

/** The page of what a stream reached and brought. */
export function StreamResultsPage() {
  const id = streamId.safeParse(results.useParams().id).data;
  if (!id) return <NotFound />;
  return (
    <Page title={t('studio.results.title')}>
      <Guard>{({ username }) => <OwnResults key={id} id={id} username={username} />}</Guard>
    </Page>
  );
}

/** The activity of the own channel in a window of its own. */
export function ActivityWindowPage() {
  useDocumentTitle(t('studio.activity'));
  return (
    <div className="h-dvh">
      <h1 className="sr-only">{t('studio.activity')}</h1>
      <Guard>{({ username }) => <OwnActivity username={username} />}</Guard>
    </div>
  );
}

function OwnActivity({ username }: { username: string }) {
  const channel = useOwnChannel(username);
  const isRunning = channel?.state === 'live' || channel?.state === 'interrupted';
  return <ActivityFeed isWindow startedAt={isRunning ? (channel.stream?.startedAt ?? null) : null} />;
}
