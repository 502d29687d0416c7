/** The renditions of a stream as admins see them: those that are made, and why others are not. */
import type { StreamId } from '@tributary/contracts/shared';
import type { LadderStatus } from './stream-ladder.ts';

/** Why viewers of a stream have the source alone, or less than they asked for. */
export type LadderReason =
  | { readonly kind: 'off' | 'no_video' | 'no_viewer' }
  | { readonly kind: 'none_smaller'; readonly sourceHeight: number }
  | {
      readonly kind: 'budget' | 'channel_budget';
      readonly rendition: string;
      /** The cores that the rendition would have used. */
      readonly cores: number;
      readonly usedCores: number;
      readonly budgetCores: number;
    }
  | { readonly kind: 'overloaded'; readonly rendition: string }
  | { readonly kind: 'failing'; readonly fault: string | null };

export interface LadderHealth {
  readonly id: StreamId;
  readonly offered: string[];
  readonly made: string[];
  /** Dropped frames of the renditions that are made. */
  readonly framesDropped: number;
  /** Null where viewers have what they asked for. */
  readonly reason: LadderReason | null;
}

export interface CoreBudgets {
  readonly usedCores: number;
  readonly budgetCores: number;
  /** Cores of the channel of the stream. */
  readonly channelUsedCores: number;
  readonly channelBudgetCores: number;
}

export function ladderHealth(id: StreamId, status: LadderStatus, budgets: CoreBudgets): LadderHealth {
  const { offered, made, outputs } = status;
  return {
    id,
    offered: offered.map(({ name }) => name),
    made: [...made],
    framesDropped: outputs.reduce((sum, { framesDropped }) => sum + framesDropped, 0),
    reason: ladderReason(status, budgets),
  };
}

function ladderReason(status: LadderStatus, budgets: CoreBudgets): LadderReason | null {
  const { offered, made, refused, source, transcoder } = status;
  const { usedCores, budgetCores, channelUsedCores, channelBudgetCores } = budgets;
  if (budgetCores === 0) return { kind: 'off' };
  if (transcoder.state === 'failing') return { kind: 'failing', fault: transcoder.lastFault };
  if (source === null) return { kind: 'no_video' };
  if (offered.length === 0) return { kind: 'none_smaller', sourceHeight: source.height };
  if (refused?.why === 'overloaded') return { kind: 'overloaded', rendition: refused.name };
  if (refused?.why === 'budget') {
    const ofRendition = { rendition: refused.name, cores: refused.cores };
    if (usedCores + refused.cores > budgetCores)
      return { kind: 'budget', ...ofRendition, usedCores, budgetCores };
    if (channelUsedCores + refused.cores > channelBudgetCores) {
      return {
        kind: 'channel_budget',
        ...ofRendition,
        usedCores: channelUsedCores,
        budgetCores: channelBudgetCores,
      };
    }
    // There is room again: the next request of a viewer will find it.
  }
  return made.length === 0 ? { kind: 'no_viewer' } : null;
}
