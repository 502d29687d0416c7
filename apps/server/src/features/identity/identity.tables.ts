import type { Role, UserId } from '@tributary/contracts/shared';
import type { Language } from '@tributary/messages/languages';
import type { Generated } from 'kysely';

interface ProfilesTable {
  id: UserId;
  username: string;
  email: string;
  email_verified: Generated<boolean>;
  confirm_by: Date | null;
  display_name: string;
  bio: Generated<string>;
  avatar_url: string | null;
  banner_url: string | null;
  banned_at: Date | null;
  banned_until: Date | null;
  ban_reason: string | null;
  two_factor_enabled: Generated<boolean>;
  language: Language | null;
  browser_language: Language | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface InvitationsTable {
  id: string;
  code: string;
  note: string;
  created_by: UserId | null;
  created_at: Generated<Date>;
  expires_at: Date | null;
  max_uses: number;
  uses: Generated<number>;
}

interface UsernameReservationsTable {
  username: string;
  expires_at: Date;
}

interface UserRolesTable {
  user_id: UserId;
  role: Role;
  granted_at: Generated<Date>;
  granted_by: UserId | null;
}

interface SessionsTable {
  id: string;
  user_id: UserId;
  token_hash: string;
  expires_at: Date;
  ip_address: string | null;
  user_agent: string | null;
  proven_at: Date | null;
  last_used_at: Generated<Date>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface AccountsTable {
  id: string;
  user_id: UserId;
  provider_id: string;
  account_id: string;
  password: string | null;
  scope: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface TwoFactorsTable {
  id: string;
  user_id: UserId;
  secret: string;
  backup_codes: string;
  last_totp_step: number | null;
}

interface PasskeysTable {
  id: string;
  user_id: UserId;
  name: string | null;
  created_at: Generated<Date>;
}

interface VerificationsTable {
  id: string;
  value: string;
}

/** Accounts that the demo created. */
interface DemoAccountsTable {
  user_id: UserId;
  disabled_at: Date | null;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    demo_accounts: DemoAccountsTable;
    profiles: ProfilesTable;
    invitations: InvitationsTable;
    username_reservations: UsernameReservationsTable;
    user_roles: UserRolesTable;
    sessions: SessionsTable;
    accounts: AccountsTable;
    two_factors: TwoFactorsTable;
    passkeys: PasskeysTable;
    verifications: VerificationsTable;
  }
}
