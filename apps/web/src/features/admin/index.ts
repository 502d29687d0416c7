export { RecentAuditEntries } from './audit/audit-list.tsx';
export { AuditTable } from './audit/audit-table.tsx';
export { HealthPanel } from './health/health-panel.tsx';
export { OutboxList } from './outbox/outbox-list.tsx';
export { Overview } from './overview/overview.tsx';
export { QueueCount } from './overview/queue-count.tsx';
export { SecondFactorGate } from './overview/second-factor-gate.tsx';
export { SettingsForm } from './settings/settings-form.tsx';
