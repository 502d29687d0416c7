export { AddressRefusedError, NoAnswerError, type PostResponse, post } from './post.ts';
export { isPublicAddress } from './public-address.ts';
