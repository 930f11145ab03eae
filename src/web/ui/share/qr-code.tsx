import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './qr-code.module.css';

/** A text, such as an address, as a QR code: dark on light in either scheme, because cameras expect that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, outline } = useMemo(() => {
    const { data, size } = encode(text, { border: 2, ecc: 'M' });
    const squares = data.flatMap((line, y) =>
      line.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    return { size, outline: squares.join('') };
  }, [text]);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={styles.code}>
      <path d={outline} shapeRendering="crispEdges" />
    </svg>
  );
}
