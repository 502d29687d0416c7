import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { messageOf } from '@/lib/query.ts';
import { Mark } from '@/ui/brand/mark.tsx';
import { Button } from '@/ui/button.tsx';

/** Replaces a page that threw; the shell around it keeps working. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <div role="alert" className="flex flex-col items-center gap-4 px-4 py-24 text-center">
      <Mark className="size-12 text-faint" />
      <h1 className="text-xl">This page crashed</h1>
      <p className="max-w-[48ch] text-muted">{messageOf(error)}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button onClick={retry}>Try Again</Button>
        <Button asChild variant="secondary">
          <Link to="/" onClick={reset}>
            Go to Homepage
          </Link>
        </Button>
      </div>
    </div>
  );
}
