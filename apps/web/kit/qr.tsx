import { create } from 'qrcode';

/** A QR code drawn as one path, dark on white whatever the page's colours: cameras want it so. */
export default function Qr({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  let path = '';
  for (let i = 0; i < data.length; i += 1)
    if (data[i]) path += `M${(i % size) + 4} ${Math.floor(i / size) + 4}h1v1h-1z`;
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size + 8} ${size + 8}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${size + 8}v${size + 8}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
