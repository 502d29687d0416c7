import { useNavigate } from '@tanstack/react-router';
import { messageOf } from '@/lib/query.ts';
import { session } from '@/lib/session.ts';
import { toast } from '@/ui/feedback/toaster.tsx';

/** Signs out and goes home. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    try {
      await session().signOut(() => navigate({ to: '/' }));
    } catch (error) {
      toast.error('Couldn’t sign you out', { description: messageOf(error) });
    }
  };
}
