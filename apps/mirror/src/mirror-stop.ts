/** The mirror has to stop, or cannot start. The message says why, and what to do. */
export class MirrorStop extends Error {
  override readonly name = 'MirrorStop';
}
