import { Link } from '@tanstack/react-router';
import type { PageSlug } from '@tributary/contracts/pages';
import { InformationPage } from '@/features/pages/index.ts';
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
              Edit page
            </Link>
          </Button>
        )
      }
    />
  );
}

export const AboutPage = () => <Information slug="about" title="About" />;
export const RulesPage = () => <Information slug="rules" title="Rules" />;
export const PrivacyPage = () => <Information slug="privacy" title="Privacy" />;
export const TermsPage = () => <Information slug="terms" title="Terms" />;
export const DonationsPage = () => <Information slug="donations" title="Donations" />;
export const FaqPage = () => <Information slug="faq" title="Frequently asked questions" />;
