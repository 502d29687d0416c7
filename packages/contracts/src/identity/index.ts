export * from './account.ts';
export * from './credentials.ts';
export * from './invitations.ts';
export * from './sign-in.ts';
export * from './users.ts';
