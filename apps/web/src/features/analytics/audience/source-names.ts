import type { EntryKind } from '@tributary/contracts/live';
import { t } from '@/lib/messages/t.ts';

/** The name of a way to come to a stream. */
export const sourceNames: Readonly<Record<EntryKind, string>> = {
  home: t('analytics.source.home'),
  discover: t('analytics.source.discover'),
  search: t('analytics.source.search'),
  channel: t('analytics.source.channel'),
  stream: t('analytics.source.stream'),
  notification: t('analytics.source.notification'),
  raid: t('analytics.source.raid'),
  other: t('analytics.source.other'),
  embed: t('analytics.source.embed'),
  external: t('analytics.source.external'),
  direct: t('analytics.source.direct'),
};
