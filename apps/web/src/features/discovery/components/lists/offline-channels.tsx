import type { StreamLanguage } from '@tributary/contracts/shared';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Section } from '@/ui/layout.tsx';
import { ChannelRow } from '@/ui/media/channel-row.tsx';
import { Ago } from '@/ui/time.tsx';

interface OfflineChannelsProps {
  query: { category: string; language?: StreamLanguage | undefined; tag?: string | undefined };
}

/** Channels that were live lately, with what they streamed last; renders nothing without any. */
export function OfflineChannels({ query }: OfflineChannelsProps) {
  const { data } = useApi('GET /api/discover/offline', { query }, { select: ({ channels }) => channels });
  if (!data?.length) return null;
  return (
    <Section title={t('discovery.offline')}>
      <ul className="grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-2 xl:grid-cols-3">
        {data.map(({ streamer, followers, last }) => (
          <li key={streamer.id} className="min-w-0">
            <ChannelRow
              streamer={streamer}
              followers={followers}
              note={
                <span lang={last.language ?? undefined} title={last.title}>
                  {last.title}
                </span>
              }
            >
              <span className="shrink-0 text-faint text-sm">
                <span className="sr-only">{t('discovery.offline.last')} </span>
                <Ago at={last.endedAt} />
              </span>
            </ChannelRow>
          </li>
        ))}
      </ul>
    </Section>
  );
}
