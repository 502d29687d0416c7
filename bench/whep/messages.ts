/** What the processes of this bench say to each other. */

export interface WhepServerOrder {
  readonly type: 'start' | 'stats';
}

export interface WhepServerPorts {
  readonly rtmpPort: number;
  readonly httpPort: number;
}

export type PlayersOrder =
  | {
      readonly type: 'connect';
      readonly httpPort: number;
      readonly key: string;
      readonly count: number;
      /** Whether they note when frames arrive. */
      readonly isMeasured: boolean;
    }
  /** Run only when the core has nothing else to do. */
  | { readonly type: 'yield' }
  | { readonly type: 'report' };

/** When a whole frame had arrived at a player. */
export interface FrameSeen {
  /** The frame's last bytes, in hexadecimal. */
  readonly tail: string;
  /** Of RTP. */
  readonly timestamp: number;
  readonly atMs: number;
}

export interface PlayersReport {
  /** Since the last report, of each measured player. */
  readonly frames: readonly (readonly FrameSeen[])[];
  readonly lostPackets: number;
}
