import { generate } from 'lean-qr';
import { useMemo } from 'react';

/** The quiet zone in modules (ISO/IEC 18004). */
const MARGIN = 4;

/** A QR code, dark on white in both themes, since many readers need that. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => draw(text), [text]);
  const box = size + 2 * MARGIN;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-MARGIN} ${-MARGIN} ${box} ${box}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-media"
      style={{ background: 'white' }}
    >
      <path d={path} fill="black" />
    </svg>
  );
}

function draw(text: string): { size: number; path: string } {
  const code = generate(text);
  let path = '';
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`;
    }
  }
  return { size: code.size, path };
}
