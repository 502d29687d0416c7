export { ActivityFeed } from './activity/activity-feed.tsx';
export { useMarkers } from './api/queries.ts';
export { MarkerButton } from './markers/marker-button.tsx';
export { StreamResults, type StreamResultsProps } from './results/stream-results.tsx';
export { Panel } from './workspace/panel.tsx';
export { Workspace } from './workspace/workspace.tsx';
