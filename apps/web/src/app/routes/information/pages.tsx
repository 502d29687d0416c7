import { Link } from '@tanstack/react-router';
import type { PageSlug } from '@tributary/contracts/pages';
import { InformationPage } from '@/features/pages/index.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';

function Information({ slug, title }: { slug: PageSlug; title: string }) {
  const { user } = useSession();
  return (
    <InformationPage
      slug={slug}
      title={title}
      action={
        user?.roles.includes('admin') && (
          <Button asChild variant="secondary" size="sm">
            <Link to="/dashboard/admin/pages/$slug" params={{ slug }}>
              {t('pages.edit')}
            </Link>
          </Button>
        )
      }
    />
  );
}

export const AboutPage = () => <Information slug="about" title={t('pages.about')} />;
export const RulesPage = () => <Information slug="rules" title={t('pages.rules')} />;
export const PrivacyPage = () => <Information slug="privacy" title={t('pages.privacy')} />;
export const TermsPage = () => <Information slug="terms" title={t('pages.terms')} />;
export const DonationsPage = () => <Information slug="donations" title={t('pages.donations')} />;
export const FaqPage = () => <Information slug="faq" title={t('pages.faq')} />;
