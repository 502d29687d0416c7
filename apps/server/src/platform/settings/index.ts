export { changeSettings, readSettings } from './instance-settings.ts';
