/** How an embedded player begins; what the query does not say is the player's own way. */
export interface EmbedSearch {
  muted?: boolean;
  autoplay?: boolean;
}

/** Reads `?muted=1` and `?autoplay=0`. */
export function embedSearch({ muted, autoplay }: Record<string, unknown>): EmbedSearch {
  return {
    ...((muted === 1 || muted === true) && { muted: true }),
    ...((autoplay === 0 || autoplay === false) && { autoplay: false }),
  };
}
