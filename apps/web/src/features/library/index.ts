export { ContinueWatching, useContinueWatching } from './components/continue-watching.tsx';
export { HistoryList } from './components/history-list.tsx';
export { LastWatched } from './components/last-watched.tsx';
export { OverviewFigures } from './components/overview-figures.tsx';
export { SaveButton } from './components/save-button.tsx';
export { SavedList } from './components/saved-list.tsx';
