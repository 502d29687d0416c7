import { useEffect, useState } from 'react';
import { type EmojiGroup, loadEmoji } from './emoji.ts';

/** The list of emoji, loaded once it is wanted; null until then. */
export function useEmoji(isWanted: boolean): { groups: readonly EmojiGroup[] | null; hasFailed: boolean } {
  const [groups, setGroups] = useState<readonly EmojiGroup[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!isWanted || groups !== null) return;
    loadEmoji().then(
      (loaded) => {
        setGroups(loaded);
        setFailed(false);
      },
      () => setFailed(true),
    );
  }, [isWanted, groups]);
  return { groups, hasFailed };
}
