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
  readonly at: {
    /** Days from today; negative: ended; 0: live now. */
    readonly inDays: number;
    /** Hour of that day in UTC. */
    readonly hour: number;
    readonly timezone: string;
    readonly minutes: number;
  };
  /** The price is in cents; a capacity of null is unlimited. */
  readonly tickets: { readonly price: number; readonly capacity: number | null; readonly sold: number };
  readonly status?: 'draft' | 'canceled';
}

export interface Story {
  readonly username: string;
  readonly tags: readonly string[];
  readonly links: readonly string[];
  /** Viewers on an average evening. */
  readonly audience: number;
  /** Titles of past streams, newest first. */
  readonly past: readonly string[];
  readonly tiers: readonly TierStory[];
  readonly events: readonly EventStory[];
  /** Messages of donations; each is used once. */
  readonly thanks: readonly string[];
  /** The channel's verification request, if any. */
  readonly verification?: { readonly status: 'pending' | 'approved' | 'rejected'; readonly notes?: string };
}
