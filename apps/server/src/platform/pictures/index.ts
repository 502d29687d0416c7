export { createPictures, type Pictures } from './pictures.ts';
