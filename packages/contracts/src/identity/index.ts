export * from './account.ts';
export * from './credentials.ts';
export * from './invitations.ts';
export * from './recovery.ts';
export * from './sign-in.ts';
export * from './users.ts';
