import { qrPath } from './qr-path.ts';

/** A QR code drawn as one path, dark on white whatever the page's colours: cameras want it so. */
export default function Qr({ text, label }: { readonly text: string; readonly label: string }) {
  const { side, path } = qrPath(text);
  return (
    <svg className="qr" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={`M0 0h${side}v${side}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
