import { Link } from '@tanstack/react-router';
import { useDocumentTitle } from '@/lib/document-title.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Column } from '@/ui/layout.tsx';

export function StartStreamingPage() {
  useDocumentTitle('Start streaming');
  const session = useSession();
  return (
    <Column className="py-10">
      <h1 className="text-display">Start streaming</h1>
      {session.state === 'signed-out' && (
        <Button asChild>
          <Link to="/login" search={{ from: '/start-streaming' }}>
            Sign In
          </Link>
        </Button>
      )}
    </Column>
  );
}
