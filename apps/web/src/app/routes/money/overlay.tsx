import { getRouteApi } from '@tanstack/react-router';
import { AlertsOverlay, GoalOverlay } from '@/features/donations/index.ts';

const alerts = getRouteApi('/overlay/alerts/$token');
const goal = getRouteApi('/overlay/goal/$token');

export function AlertsOverlayPage() {
  const { token } = alerts.useParams();
  return <AlertsOverlay key={token} token={token} />;
}

export function GoalOverlayPage() {
  const { token } = goal.useParams();
  return <GoalOverlay key={token} token={token} />;
}
