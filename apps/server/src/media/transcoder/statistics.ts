/** What a transcoder does, for creators and admins. */

export type TranscoderState =
  /** Nothing is asked for: there is no process. */
  | 'idle'
  /** The process starts, for the first time or again after a fault. */
  | 'starting'
  | 'running'
  /** The process died more than once; it is started again after a pause. */
  | 'failing'
  | 'closed';

export interface OutputStatistics {
  /** Of the rendition; `opus` for audio. */
  readonly name: string;
  /** `x264`, `nvenc`, `libopus`; null before the first frame, and for audio that is copied. */
  readonly encoder: string | null;
  readonly framesEncoded: number;
  /** Frames of the source that were dropped since the output began, because the process was too slow or died. */
  readonly framesDropped: number;
  /** Seconds of media that its encoder takes in a second of work; null for audio. */
  readonly speed: number | null;
}

export interface TranscoderStatistics {
  readonly state: TranscoderState;
  /** Of the process that runs now. */
  readonly processId: number | null;
  /** CPU time of all processes of this transcoder. */
  readonly cpuSeconds: number;
  readonly restarts: number;
  /** Why the process was last started again, or what it last failed to do. */
  readonly lastFault: string | null;
  /** From the arrival of a unit of the source until the process has encoded it; null where none was. */
  readonly delayMs: number | null;
  /** Units of the source that did not decode. */
  readonly damagedUnits: number;
  readonly outputs: readonly OutputStatistics[];
}
