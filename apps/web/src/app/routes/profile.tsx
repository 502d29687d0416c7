import { ProfileLayout } from '../profile-layout.tsx';
import { ProfileSection } from './profile-section.tsx';

export function ProfilePage() {
  return (
    <ProfileLayout title="My profile">
      <ProfileSection />
    </ProfileLayout>
  );
}
