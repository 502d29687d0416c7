import type { ReactNode } from 'react';
import { AuthLayout } from './auth-layout.tsx';

/** Where the admins take no new accounts at the moment. */
export function RegistrationClosed({ aside }: { aside: ReactNode }) {
  return (
    <AuthLayout
      title="No new accounts"
      lead="This instance takes no new accounts at the moment."
      aside={aside}
    >
      <p className="text-muted">Watching needs none. If you have an account already, sign in as always.</p>
    </AuthLayout>
  );
}
