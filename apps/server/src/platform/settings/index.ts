export { type Branding, type BrandingValues, openBranding, plainBranding } from './branding.ts';
export { changeLogo, changeSettings, readSettings, type StoredSettings } from './instance-settings.ts';
