import { encode } from 'uqr';
import classes from './security.module.css';

/** A QR code as a drawing in the page: dark on light in either scheme, because cameras expect that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className={classes.qr} role="img" aria-label={label}>
      <rect width={size} height={size} className={classes.qrPaper} />
      <path d={squares.join('')} className={classes.qrInk} shapeRendering="crispEdges" />
    </svg>
  );
}
