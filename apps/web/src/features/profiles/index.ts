export { ProfileEditor } from './components/profile-editor.tsx';
export { PublicProfile } from './components/public-profile.tsx';
