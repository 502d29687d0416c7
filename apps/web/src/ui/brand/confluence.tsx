import './confluence.css';

const WIDTH = 960;
const HEIGHT = 540;
const STRANDS = 11;

interface Strand {
  key: number;
  path: string;
  /** The duration of the animation in seconds, and the fraction of it at which the strand starts. */
  period: number;
  offset: number;
}

/** Strands from the left edge that join into one bundle, those nearest the middle first. */
const strands: Strand[] = Array.from({ length: STRANDS }, (_, index) => {
  const fromMiddle = index - (STRANDS - 1) / 2;
  const start = HEIGHT / 2 + fromMiddle * 62;
  const end = HEIGHT / 2 + fromMiddle * 7;
  const joins = 300 + Math.abs(fromMiddle) * 70;
  const bend = joins * 0.55;
  return {
    key: index,
    path: `M-20 ${start}C${bend} ${start} ${joins - bend} ${end} ${joins} ${end}H${WIDTH + 20}`,
    period: 5 + ((index * 7) % 5) * 0.7,
    offset: (index * 0.37) % 1,
  };
});

/** The logo's joining streams, large and animated: a placeholder for a stream. */
export function Confluence() {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMaxYMid slice"
      fill="none"
      strokeLinecap="round"
      aria-hidden="true"
      className="confluence size-full"
    >
      {strands.map(({ key, path }) => (
        <path key={key} d={path} className="confluence-bed" />
      ))}
      {strands.map(({ key, path, period, offset }) => (
        <path
          key={key}
          d={path}
          pathLength={1}
          className={key === 3 ? 'confluence-light confluence-live' : 'confluence-light'}
          style={{ animationDuration: `${period}s`, animationDelay: `${-offset * period}s` }}
        />
      ))}
    </svg>
  );
}
