export { AboutPanel, useProfileSettled } from './components/about-panel.tsx';
export { FeaturedVideo, useFeaturedVideoSettled } from './components/featured-video.tsx';
export { ProfileEditor } from './components/profile-editor.tsx';
export { ProfileAbout, PublicProfile } from './components/public-profile.tsx';
