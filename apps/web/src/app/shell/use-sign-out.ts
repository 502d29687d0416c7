import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { signOut } from '@/lib/auth.ts';
import { messageOf } from '@/lib/query.ts';
import { clearSession } from '@/lib/session.ts';
import { toast } from '@/ui/toaster.tsx';

/** Signs out, forgets everything that was fetched for the user, and goes home. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    try {
      await signOut();
    } catch (error) {
      toast.error('You are still signed in', { description: messageOf(error) });
      return;
    }
    await navigate({ to: '/' });
    clearSession(client);
  };
}
