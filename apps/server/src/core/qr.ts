import QRCode from 'qrcode';

/** A text as a QR code with its quiet zone: a PNG as a data URI. */
export const qrDataUri = (text: string): Promise<string> =>
  QRCode.toDataURL(text, { errorCorrectionLevel: 'M', margin: 4 });
