export { type Act, audit } from './audit.ts';
