/** The messages between a bench and the live core's process (tributary-server.ts). */

export interface ServerPorts {
  readonly rtmpPort: number;
  readonly httpPort: number;
}

/** Answered with `ServerPorts` and with `DeliveryStats`. */
export type ServerOrder =
  /** @param recordsInto a directory in which all streams are recorded; default: none is */
  { readonly type: 'start'; readonly recordsInto?: string } | { readonly type: 'stats' };

/** The Node options that `npm start` runs the instance with. */
export const NODE_ARGUMENTS = ['--max-semi-space-size=16', '--heap-growing-percent=300'];
