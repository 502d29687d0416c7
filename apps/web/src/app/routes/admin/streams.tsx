import { getRouteApi, Link } from '@tanstack/react-router';
import { StreamsTable } from '@/features/moderation/index.ts';
import { AdminLayout, TABLE_LINK, userLink } from './layout.tsx';

const route = getRouteApi('/dashboard/admin/streams');

export function AdminStreamsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <AdminLayout title="Streams">
      <StreamsTable
        search={search}
        onSearch={(next) => void navigate({ search: next, resetScroll: false })}
        watchLink={({ slug, streamer }, children) => (
          <Link to="/s/$username/$slug" params={{ username: streamer.username, slug }} className={TABLE_LINK}>
            {children}
          </Link>
        )}
        personLink={userLink}
      />
    </AdminLayout>
  );
}
