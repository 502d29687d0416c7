import { useNavigate, useRouter } from '@tanstack/react-router';

/** Sends a visitor to /login for an action that needs an account, and back here afterwards. */
export function useSignInFirst(): () => void {
  const navigate = useNavigate();
  const router = useRouter();
  return () => void navigate({ to: '/login', search: { from: router.state.location.href } });
}
