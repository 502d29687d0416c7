/** The measurements of one WebRTC connection. */
import type { RtcConnection } from './rtc-types.ts';

export interface ConnectionFigures {
  /** Null where it was not measured yet. */
  readonly roundTripMs: number | null;
  /** The connection goes through a TURN server. */
  readonly isRelayed: boolean;
}

const UNKNOWN: ConnectionFigures = { roundTripMs: null, isRelayed: false };

/** Reads the candidate pair that is in use. Never rejects. */
export async function figuresOf(connection: RtcConnection): Promise<ConnectionFigures> {
  try {
    const reports: Record<string, unknown>[] = [];
    (await connection.getStats()).forEach((report) => {
      if (typeof report === 'object' && report !== null) reports.push({ ...report });
    });
    const pairs = reports.filter(({ type }) => type === 'candidate-pair');
    const pair = pairs.find(({ nominated, state }) => nominated === true && state === 'succeeded');
    if (pair === undefined) return UNKNOWN;
    const ends = reports.filter(({ id }) => id === pair.localCandidateId || id === pair.remoteCandidateId);
    const { currentRoundTripTime: seconds } = pair;
    return {
      roundTripMs: typeof seconds === 'number' ? seconds * 1000 : null,
      isRelayed: ends.some(({ candidateType }) => candidateType === 'relay'),
    };
  } catch {
    return UNKNOWN;
  }
}
