/**
 * Finds blocked words in messages in one pass (Aho and Corasick, 1975), however many words there are. The words are
 * matched as whole words between spaces; `*` at an end leaves out the space there.
 */
import { joinLetters, shorten, wordsOf } from './normalize.ts';

interface Node {
  readonly next: Map<string, Node>;
  /** The node of the longest proper suffix that begins a pattern. */
  fallback: Node | null;
  /** Whether a pattern ends here, or at a fallback. */
  isEnd: boolean;
}

const newNode = (): Node => ({ next: new Map(), fallback: null, isEnd: false });

export interface WordMatcher {
  /** The number of visited nodes, which tests measure. */
  readonly steps: number;
  matches(text: string): boolean;
}

/** @param words words and phrases, with `*` at their ends only */
export function createWordMatcher(words: readonly string[]): WordMatcher {
  const root = newNode();
  let visited = 0;
  for (const word of words) {
    const plain = wordsOf(word).join(' ');
    if (plain === '') continue;
    let node = root;
    for (const character of `${word.startsWith('*') ? '' : ' '}${plain}${word.endsWith('*') ? '' : ' '}`) {
      const next = node.next.get(character) ?? newNode();
      node.next.set(character, next);
      node = next;
    }
    node.isEnd = true;
  }
  link();

  function find(text: string): boolean {
    let node = root;
    for (const character of text) {
      node = follow(node, character);
      if (node.isEnd) return true;
    }
    return false;
  }

  function follow(from: Node, character: string): Node {
    for (let node: Node | null = from; node !== null; node = node.fallback) {
      visited += 1;
      const next = node.next.get(character);
      if (next !== undefined) return next;
    }
    return root;
  }

  /** Sets the fallbacks level by level, since those of a node follow from shorter prefixes. */
  function link(): void {
    let level = [root];
    while (level.length > 0) {
      const deeper: Node[] = [];
      for (const node of level) {
        for (const [character, next] of node.next) {
          next.fallback = node.fallback === null ? root : follow(node.fallback, character);
          next.isEnd ||= next.fallback.isEnd;
          deeper.push(next);
        }
      }
      level = deeper;
    }
  }

  return {
    get steps() {
      return visited;
    },
    matches(text) {
      const words = wordsOf(text);
      const joined = joinLetters(words);
      const spellings = [words, joined].map((spelling) => ` ${spelling.join(' ')} `);
      const shortened = spellings.flatMap((spelling) => [shorten(spelling, 1), shorten(spelling, 2)]);
      return [...new Set([...spellings, ...shortened])].some((spelling) => find(spelling));
    },
  };
}
