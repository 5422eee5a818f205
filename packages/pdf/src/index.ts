export { type CertificateAttachment, renderCertificate } from './certificate/render.ts';
export type { CertificateEvent, CertificateSigner, CertificateView } from './certificate/view.ts';
export type { ContentFinding, ContentKind } from './content/find.ts';
export { PdfBudgetError, PdfSyntaxError } from './core/errors.ts';
export { bytesWithRoom } from './core/room.ts';
export { checkImage, ImageError, type ImageInput } from './draw/images.ts';
export { decodeInk, encodeInk, inkGrid, inkOf, type PageInk, PIXELS_PER_CELL } from './draw/ink.ts';
export { fillTemplate } from './fill.ts';
export { type FontFiles, type FontSet, type FontStyle, loadFontSet, UndrawableTextError, undrawable } from './fonts.ts';
export { type Inspection, type InspectionLimits, inspectPdf, type Refusal, type RefusalCause } from './inspect.ts';
export * from './layout.ts';
export { type StructureScan, scanStructure } from './scan.ts';
export { sealHolds } from './seal/check.ts';
export {
  checkSealKey,
  describeSealKey,
  loadSealKey,
  type SealKey,
  SealKeyError,
  type SealKeyProblem,
  type SealKeyView,
} from './seal/key.ts';
export type { SealMark } from './seal/mark.ts';
export { RevokedError } from './seal/revocation.ts';
export { type Sealed, type SealLevel, type SealOptions, sealPdf } from './seal/seal.ts';
export { createSelfSignedSeal, type SelfSignedInput } from './seal/self-signed.ts';
export {
  type AuthorityStamp,
  type TimestampAuthority,
  type TimestampClient,
  type TimestampOptions,
  timestamp,
} from './seal/timestamp.ts';
export { type RevocationClient, ValidationSource } from './seal/validation-data.ts';
export { type Mark, type StampInput, stampPdf } from './stamp.ts';
export { type FieldTag, findText, type TextFindings, type TextPlace, type TextQuery } from './text/locate.ts';
