export { createImages, type Images } from './images.ts';
