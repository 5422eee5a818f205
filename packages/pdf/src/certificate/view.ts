/**
 * What the certificate says, as plain values. Dates and times come already written out, with their offset from UTC
 * (for example "21/11/2026 10:03:22 (UTC−03:00)"); an absent value leaves its line out.
 */
export type CertificateView = {
  /** Validation code and the address behind the QR code. */
  code: string;
  url: string;
  /** Whose certificate seals the files. */
  issuer: string;
  /** Issue of the certificate, written out, and as a date for the file's own metadata. */
  issuedAt: string;
  issuedOn: Date;
  document: {
    name: string;
    id: string;
    pages: number;
    sentBy: string;
    createdAt?: string;
    sentAt?: string;
    completedAt: string;
    /** Envelope title, where the document belongs to one. */
    envelope?: string;
  };
  /** The level's name and what it means in plain words. */
  level: { name: string; explanation: string };
  /** SHA-256 in hexadecimal of the file as uploaded and of the signed file. */
  hashes: { original: string; signed: string };
  /** What kind of seal the signed file bears, in words. */
  seal?: string;
  signers: CertificateSigner[];
  events: CertificateEvent[];
  /** How the chain of hashes works and where it begins; one paragraph an entry. */
  chain: { first: string; explanation: string[] };
  /** SHA-256 of the embedded content, of the version before where there is one, and of this version. */
  record: { content: string; previous?: string; hash: string };
  /** Legal basis, and what it does not give, one paragraph an entry. */
  legal: string[];
  /** Things the reader must know, for example that the timestamp authority was out of reach. */
  notes?: string[];
  /** Drawn across every page, for test environments. */
  watermark?: string;
};

export type CertificateSigner = {
  name: string;
  /** Role in words, for example "Parte" or "Testemunha". */
  role: string;
  /** The contact the link went to, and by which way. */
  contact?: string;
  document?: string;
  transactionId?: string;
  /** Status in words, for example "Assinou" or "Recusou". */
  status: string;
  factors: { name: string; fulfilledAt?: string }[];
  steps: {
    sentAt?: string;
    viewedAt?: string;
    authenticatedAt?: string;
    readAt?: string;
    acceptedAt?: string;
    signedAt?: string;
    refusedAt?: string;
  };
  ip?: string;
  port?: number;
  /** How the address was obtained, in words. */
  ipSource?: string;
  userAgent?: string;
  /** Place and its precision, in words. */
  location?: string;
  locationPrecision?: string;
  /** In the signer's own words. */
  refusal?: string;
  /** SHA-256 of the acceptance text, and its version. */
  acceptance?: string;
};

export type CertificateEvent = {
  /** When, in short form with offset. */
  at: string;
  /** What happened, in words. */
  what: string;
  /** Who did it, and further detail. */
  who?: string;
  detail?: string;
  /** SHA-256 of this link of the chain, in hexadecimal. */
  hash: string;
};
