interface Listed {
  readonly id: string;
}

/** The clip after another one in the list of its channel, which begins again at its end; null: there is no other one. */
export function nextClip<C extends Listed>(current: string, clips: readonly C[]): C | null {
  const index = clips.findIndex(({ id }) => id === current);
  const next = clips[(index + 1) % clips.length];
  return next === undefined || next.id === current ? null : next;
}
