/** What holds until somebody chooses otherwise; apart from the schemas, so that a first page load needs no zod. */

/** Heights that a picture can be held to, in lines. */
export const MAX_HEIGHTS = [360, 480, 720, 1080] as const;

export const DEFAULT_PREFERENCES = {
  autoplay: true,
  lowData: false,
  maxHeight: null,
  theme: null,
  /** Others' browsers learn of one's address: nobody's until they say so. */
  peerToPeer: false,
  historyPaused: false,
} as const;
