import { useDocumentTitle } from '@/lib/document-title.ts';
import { ProfileLayout } from '../profile-layout.tsx';
import { ProfileSection } from './profile-section.tsx';

export function ProfilePage() {
  useDocumentTitle('My profile');
  return (
    <ProfileLayout title="My profile">
      <div className="pt-6">
        <ProfileSection />
      </div>
    </ProfileLayout>
  );
}
