/** The application and stream key of a publish command. */
export interface StreamPath {
  /** The application, by convention `live`. */
  readonly app: string;
  /** Empty if the encoder sent none. */
  readonly streamKey: string;
}

const DEFAULT_APP = 'live';

/**
 * Combines the connect command's app and the publish command's name, over which encoders spread the
 * key differently: `live` + `KEY`, `live/` + `KEY`, `live/KEY` + nothing, `live` +
 * `KEY?bandwidthtest=1`. The last segment is the key; the segments before it are the application.
 */
export function streamPath(app: string, name: string): StreamPath {
  const segments = [...segmentsOf(app), ...segmentsOf(name)];
  // The address has no key: the only segment is the application.
  if (segments.length === 1 && name === '' && segments[0] === DEFAULT_APP) {
    return { app: DEFAULT_APP, streamKey: '' };
  }
  const streamKey = segments.pop() ?? '';
  return { app: segments.join('/') || DEFAULT_APP, streamKey };
}

function segmentsOf(path: string): string[] {
  const [withoutQuery = ''] = path.split('?', 1);
  return withoutQuery
    .split('/')
    .map(decoded)
    .filter((segment) => segment !== '');
}

/** Decodes a segment, since some encoders percent-encode the key. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment.trim());
  } catch {
    return segment.trim();
  }
}
