import type {
  ReportKind,
  ReportOutcome,
  ReportReason,
  ReportSnapshot,
  ReportTarget,
  VerificationStatus,
} from '@tributary/contracts/moderation';
import type { UserId } from '@tributary/contracts/shared';
import type { ColumnType, Generated } from 'kysely';

interface VerificationRequestsTable {
  id: string;
  user_id: UserId;
  status: Generated<VerificationStatus>;
  submitted_at: Generated<Date>;
  reviewed_at: Date | null;
  reviewed_by: UserId | null;
  admin_notes: string | null;
  social_media_links: ColumnType<string[], string, never>;
}

interface ReportCasesTable {
  id: string;
  kind: ReportKind;
  target: ColumnType<ReportTarget, string, never>;
  target_key: string;
  subject_id: UserId | null;
  /** The channel that contains the reported content. */
  channel_id: UserId | null;
  title: string;
  snapshot: ColumnType<ReportSnapshot, string, never>;
  opened_at: Generated<Date>;
  decided_at: Date | null;
  decided_by: UserId | null;
  outcome: ReportOutcome | null;
  reason: ReportReason | null;
  message: string | null;
  read_at: Date | null;
}

interface ReportsTable {
  id: string;
  case_id: string;
  reporter_id: UserId | null;
  reason: ReportReason;
  details: string;
  position_ms: number | null;
  created_at: Generated<Date>;
}

interface ReportFramesTable {
  report_id: string;
  shows: 'moment' | 'thumbnail';
  image: Buffer;
}

interface AppealsTable {
  id: string;
  user_id: UserId;
  banned_at: Date;
  text: string;
  created_at: Generated<Date>;
  decided_at: Date | null;
  decided_by: UserId | null;
  outcome: 'lifted' | 'upheld' | null;
  reply: string | null;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    verification_requests: VerificationRequestsTable;
    report_cases: ReportCasesTable;
    reports: ReportsTable;
    report_frames: ReportFramesTable;
    appeals: AppealsTable;
  }
}
