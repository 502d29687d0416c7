import { Link } from '@tanstack/react-router';
import { Panel } from '@/features/studio/index.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { OwnResults } from './stream-results.tsx';

/** The results of the last stream, in place of the chat while the channel is offline. */
export function LastStream({ username }: { username: string }) {
  const latest = useApi('GET /api/me/streams/latest', {}, { staleTime: 0 });
  const id = latest.data?.stream?.id;
  return (
    <Panel
      title={t('studio.tab.last')}
      tools={
        id && (
          <Button asChild variant="quiet" size="sm">
            <Link to="/pro-studio/streams/$id" params={{ id }}>
              {t('studio.results.all')}
            </Link>
          </Button>
        )
      }
    >
      <div className="p-4">
        <Loaded query={latest} height="h-96">
          {({ stream }) =>
            stream ? (
              <OwnResults key={stream.id} id={stream.id} username={username} />
            ) : (
              <p className="py-10 text-balance text-center text-muted text-sm">{t('studio.results.none')}</p>
            )
          }
        </Loaded>
      </div>
    </Panel>
  );
}
