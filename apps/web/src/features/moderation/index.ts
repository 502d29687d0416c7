export { ReportPage } from './reports/report-page.tsx';
export { ReportTable } from './reports/report-table.tsx';
export { StreamsTable } from './streams/streams-table.tsx';
export { UserPage } from './users/user-page.tsx';
export { UsersTable } from './users/users-table.tsx';
export { VerificationPanel } from './verification/verification-panel.tsx';
export { VerificationTable } from './verification/verification-table.tsx';
