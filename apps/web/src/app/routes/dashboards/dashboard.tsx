import { Guard, Redirect } from '../../guard.tsx';

/** Leads on once the primary role is known (spec section 5). */
export function DashboardPage() {
  return <Guard>{({ primaryRole }) => <Redirect to={`/dashboard/${primaryRole}`} />}</Guard>;
}
