export { type AccessTokens, createAccessTokens } from './access-tokens.ts';
