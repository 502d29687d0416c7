export { AddressRefusedError } from './checked-lookup.ts';
export { getPage, PUBLIC_WEB, type Web } from './get-page.ts';
export { NoAnswerError, type PostResponse, post } from './post.ts';
export { isPublicAddress } from './public-address.ts';
