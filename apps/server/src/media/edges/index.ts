/** Exact cuts: the frames between a cut and the next keyframe are encoded again. */
export { type EdgePiece, piecesOf } from './cut-pieces.ts';
export { EdgeFailed } from './edge-encoder.ts';
export { copyEdge, makeEdge } from './make-edge.ts';
