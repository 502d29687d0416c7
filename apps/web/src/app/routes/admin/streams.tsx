import { Link } from '@tanstack/react-router';
import { StreamsTable } from '@/features/moderation/index.ts';
import { t } from '@/lib/messages/t.ts';
import { AdminLayout, TABLE_LINK, userLink } from './layout.tsx';
import { useSearched } from './use-searched.ts';

export const AdminStreamsPage = () => (
  <AdminLayout title={t('admin.page.streams')}>
    <StreamsTable
      {...useSearched('/dashboard/admin/streams')}
      watchLink={({ slug, streamer }, children) => (
        <Link to="/s/$username/$slug" params={{ username: streamer.username, slug }} className={TABLE_LINK}>
          {children}
        </Link>
      )}
      personLink={userLink}
    />
  </AdminLayout>
);
