import { ContactForm } from '@/features/pages/index.ts';
import { useDocumentTitle } from '@/lib/browser/document-title.ts';
import { useInstanceName } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { useSession } from '@/lib/session.ts';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Container } from '@/ui/layout.tsx';

export function ContactPage() {
  useDocumentTitle(t('pages.contact'));
  const name = useInstanceName();
  const { state, user } = useSession();
  return (
    <Container width="page" className="flex flex-col gap-8 pt-8 sm:pt-12">
      <div className="flex flex-col gap-3">
        <h1 className="text-display">{t('pages.contact')}</h1>
        <p className="max-w-[60ch] text-muted">
          <Text k="pages.contact.lead" values={{ name: () => <bdi>{name}</bdi> }} />
        </p>
      </div>
      {state === 'loading' ? (
        <Skeleton className="h-96 max-w-xl rounded-media" />
      ) : (
        <ContactForm sender={user && { name: user.displayName || user.username, email: user.email }} />
      )}
    </Container>
  );
}
