interface RollingNumberProps {
  /** The visible text: `1.2K`. */
  text: string;
  /** The text for screen readers: `1,204 viewers`. */
  label: string;
}

const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** A count whose digits roll to their next value, each at a fixed width so that nothing beside it moves. */
export function RollingNumber({ text, label }: RollingNumberProps) {
  // Digits run from left to right in every language; the letters of a word have to stay together.
  const runs = text.match(/\d(?:.*\d)?|\D+/g) ?? [];
  return (
    <span className="tabular-nums">
      <span className="sr-only">{label}</span>
      <span aria-hidden="true" className="inline-flex h-[1lh] overflow-hidden whitespace-pre">
        {runs.map((run) =>
          /\d/.test(run) ? (
            <span key="number" dir="ltr" className="inline-flex">
              <Digits number={run} />
            </span>
          ) : (
            <span key={run}>{run}</span>
          ),
        )}
      </span>
    </span>
  );
}

function Digits({ number }: { number: string }) {
  const characters = [...number];
  return characters.map((character, index) => {
    // Keyed from the right: from 999 to 1,000 a digit is added in front and the others roll.
    const place = characters.length - index;
    return /\d/.test(character) ? (
      <span
        key={place}
        className="flex h-[10lh] flex-col transition-transform duration-(--duration-slow) ease-out"
        style={{ transform: `translateY(-${Number(character) * 10}%)` }}
      >
        {DIGITS.map((digit) => (
          <span key={digit} className="h-[1lh]">
            {digit}
          </span>
        ))}
      </span>
    ) : (
      <span key={place}>{character}</span>
    );
  });
}
