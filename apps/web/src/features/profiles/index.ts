export { AboutPanel, useProfileSettled } from './components/about-panel.tsx';
export { ProfileEditor } from './components/profile-editor.tsx';
export { PublicProfile } from './components/public-profile.tsx';
