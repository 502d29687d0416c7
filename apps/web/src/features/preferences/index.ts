export { HistoryPauseSwitch, PreferencesForm } from './components/preferences-form.tsx';
