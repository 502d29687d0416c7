export { NoAnswer, type Posted, post, RefusedAddress } from './post.ts';
export { isPublicAddress } from './public-address.ts';
