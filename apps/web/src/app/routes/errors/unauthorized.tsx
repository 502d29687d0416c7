import { Link } from '@tanstack/react-router';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { useSession } from '@/lib/session.ts';
import { Mark } from '@/ui/brand/mark.tsx';
import { Button } from '@/ui/button.tsx';
import { StartStreaming } from '@/ui/start-streaming.tsx';

/** Where the guard sends users who lack a page's role. */
export function UnauthorizedPage() {
  useDocumentTitle('No access');
  const { user } = useSession();
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-24 text-center">
      <Mark className="size-12 text-faint" />
      <h1 className="text-xl">You don’t have access to this page</h1>
      <p className="max-w-[48ch] text-muted">
        {user && !user.roles.includes('streamer')
          ? 'Your account doesn’t have the role this page needs. If it’s a streamer page, start a channel first.'
          : 'Your account doesn’t have the role this page needs.'}
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button asChild>
          <Link to="/">Return to Home</Link>
        </Button>
        {user && !user.roles.includes('streamer') && <StartStreaming variant="secondary" />}
      </div>
    </div>
  );
}
