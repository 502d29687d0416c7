/** Groups writes that arrive together into one transaction, like group commit in databases. */

const MAX_GROUP = 200;

/**
 * @param write writes a group and returns the results in its order; if it fails, all items of the group fail
 * @returns a function that writes one item with the next group, and resolves once that is committed
 */
export function groupWrites<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: { item: Item; settled: PromiseWithResolvers<Result> }[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const group = waiting.slice(0, MAX_GROUP);
      waiting = waiting.slice(MAX_GROUP);
      try {
        const results = await write(group.map(({ item }) => item));
        for (const [index, { settled }] of group.entries()) {
          const result = results[index];
          if (result === undefined) settled.reject(new Error(`The group of ${group.length} lacks a result.`));
          else settled.resolve(result);
        }
      } catch (error) {
        for (const { settled } of group) settled.reject(error);
      }
    }
    isWriting = false;
  }

  return (item) => {
    const settled = Promise.withResolvers<Result>();
    waiting.push({ item, settled });
    if (!isWriting) void writeAll();
    return settled.promise;
  };
}
