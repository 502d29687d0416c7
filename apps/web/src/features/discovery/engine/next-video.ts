interface Listed {
  readonly id: string;
}

/**
 * The recording to play after another one: the one that followed it on the channel, or else the newest other one, or else
 * a similar one of another channel.
 * @param ofChannel the recordings of the channel, newest first
 */
export function nextVideo<V extends Listed>(
  current: string,
  ofChannel: readonly V[],
  similar: readonly V[],
): V | null {
  const index = ofChannel.findIndex(({ id }) => id === current);
  const following = index > 0 ? ofChannel[index - 1] : undefined;
  return following ?? ofChannel.find(({ id }) => id !== current) ?? similar[0] ?? null;
}
