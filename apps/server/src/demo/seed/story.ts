import type { Category } from '@tributary/contracts';
import type { SceneName } from '../content/scenes/index.ts';

export interface TierStory {
  readonly name: string;
  readonly description: string;
  /** Cents a month; 0 is free. A year costs ten months. */
  readonly monthly: number;
  readonly trialDays?: number;
  readonly benefits: readonly string[];
}

export interface EventStory {
  readonly title: string;
  readonly description: string;
  readonly timezone: string;
  readonly minutes: number;
  readonly price: number;
  /** Null: as many as come. */
  readonly capacity: number | null;
  /** Days from today; negative ones are over. 0: on now. */
  readonly inDays: number;
  /** Of that day, in UTC. */
  readonly hour: number;
  readonly sold: number;
  readonly status?: 'draft' | 'canceled';
}

export interface Story {
  readonly username: string;
  readonly scene: SceneName;
  readonly category: Category;
  readonly tags: readonly string[];
  readonly links: readonly string[];
  /** How many watch on an ordinary evening. */
  readonly audience: number;
  /** Titles of past streams, the latest first. */
  readonly past: readonly string[];
  readonly tiers: readonly TierStory[];
  readonly events: readonly EventStory[];
  /** What people write with a donation. */
  readonly thanks: readonly string[];
  /** Whether and how it asked to be verified. */
  readonly verification?: { readonly status: 'pending' | 'approved' | 'rejected'; readonly notes?: string };
}
