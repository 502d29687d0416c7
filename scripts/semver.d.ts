declare module 'semver' {
  /** Whether every version in the range `sub` is also in the range `dom`. */
  export function subset(sub: string, dom: string): boolean;
  /** The version in its normal form; null where it is none. */
  export function valid(version: string | undefined): string | null;
  export function gt(version: string, than: string): boolean;
}
