import { useMemo } from 'react';
import { encode } from 'uqr';
import classes from './account-page.module.css';

const quietZone = 4;

/** A QR code, drawn in the page so that its content doesn't leave it. */
export const QrCode = ({ content, label }: { content: string; label: string }) => {
  const { size, data } = useMemo(() => encode(content, { ecc: 'L', border: quietZone }), [content]);
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={classes.qrCode}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
};
