export * from './blocks.ts';
export * from './follows.ts';
