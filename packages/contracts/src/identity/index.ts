export * from './account.ts';
export * from './credentials.ts';
export * from './sign-in.ts';
export * from './users.ts';
