import { useNavigate, useRouter } from '@tanstack/react-router';
import {
  type ComponentProps,
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useState,
} from 'react';

type SignInProps = ComponentProps<typeof import('./routes/auth/sign-in-over-page.tsx').SignInOverPage>;

/** Few visitors need it, so it is not part of the first script. Where it cannot load, the sign-in page opens. */
const SignInOverPage = lazy<ComponentType<SignInProps>>(() =>
  import('./routes/auth/sign-in-over-page.tsx').then(
    (loaded) => ({ default: loaded.SignInOverPage }),
    () => ({ default: SignInPage }),
  ),
);

function SignInPage({ onClose }: SignInProps) {
  const navigate = useNavigate();
  const router = useRouter();
  useEffect(() => {
    onClose();
    void navigate({ to: '/login', search: { from: router.state.location.href } });
  });
  return null;
}

const SignInFirst = createContext<(action: string) => void>(() => {});

/** Asks a visitor to sign up or in, over the page, for an action that needs an account: "follow quietfox". */
export const useSignInFirst = (): ((action: string) => void) => use(SignInFirst);

export function SignInFirstProvider({ children }: { children: ReactNode }) {
  const [action, setAction] = useState<string | null>(null);
  return (
    <SignInFirst value={setAction}>
      {children}
      {action !== null && (
        <Suspense fallback={null}>
          <SignInOverPage action={action} onClose={() => setAction(null)} />
        </Suspense>
      )}
    </SignInFirst>
  );
}
