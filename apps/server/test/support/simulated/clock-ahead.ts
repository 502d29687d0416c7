/** Preloaded by `--import`: the wall clock of the process is half a minute ahead. */
const AHEAD_MS = 30_000;
const RealDate = Date;

class DateAhead extends RealDate {
  constructor(...parts: [] | [number | string | Date]) {
    super(parts.length === 0 ? DateAhead.now() : parts[0]);
  }

  static override now(): number {
    return RealDate.now() + AHEAD_MS;
  }
}

globalThis.Date = new Proxy(DateAhead, {
  construct: (target, parts) =>
    parts.length > 1 ? Reflect.construct(RealDate, parts) : Reflect.construct(target, parts),
  apply: () => new DateAhead().toString(),
}) as unknown as DateConstructor;
