export { type AuditEntry, audit, type RecordExport, recordExports } from './audit.ts';
export { differences } from './differences.ts';
