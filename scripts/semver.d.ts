declare module 'semver' {
  /** Whether every version in the range `sub` is also in the range `dom`. */
  export function subset(sub: string, dom: string): boolean;
}
