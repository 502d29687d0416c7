import { useNavigate } from '@tanstack/react-router';
import { t } from '@/lib/messages/t.ts';
import { session } from '@/lib/session.ts';
import { toast } from '@/ui/feedback/toaster.tsx';

/** Signs out and goes home. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    try {
      await session().signOut(() => navigate({ to: '/' }));
    } catch (error) {
      toast.failure(t('shell.notSignedOut'), error);
    }
  };
}
