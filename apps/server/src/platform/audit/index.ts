export { type Act, audit, type RecordExport, recordExports } from './audit.ts';
