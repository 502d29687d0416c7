/** How a bench speaks to the live core in its process (tributary-server.ts). */

export interface ServerPorts {
  readonly rtmpPort: number;
  readonly httpPort: number;
}

/** Answered with `ServerPorts`, and with delivery's figures. */
export type ServerOrder = { readonly type: 'start' } | { readonly type: 'stats' };

/** What `npm start` runs the instance with. */
export const NODE_ARGUMENTS = [
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
  '--heap-growing-percent=300',
];
