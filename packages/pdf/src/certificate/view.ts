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
  /** Who runs the service that seals, and their CNPJ or CPF. */
  operator?: { name: string; document?: string };
  /** The digital certificate of the seal: SHA-256 in hexadecimal, who issued it, from when until when. */
  sealFacts?: { fingerprint: string; issuer: string; validity: string };
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
  /** CNPJ or CPF of who sent the document. */
  sentByDocument?: string;
  /** What acted or hid in the file that was sent, a sentence each. */
  activeContent?: string[];
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
  /** Laws and judgments a court uses, with what each says: references, not claims. */
  references?: { name: string; text: string }[];
  /** Every text somebody agreed to, in full, with the SHA-256 that their proofs name it by. */
  acceptanceTexts?: { version: string; hash: string; text: string }[];
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
  /** The factors that were demanded. */
  factors: { name: string; fulfilledAt?: string }[];
  /** What was proven: the factor, the value it was proven for, when and by what. In the place of `factors` where given. */
  provenBy?: { factor: string; value: string; at: string; how: string }[];
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
  /** Browser and system in words. */
  device?: string;
  /** What the browser said of itself. */
  userAgent?: string;
  /** Place and its precision, in words. */
  location?: string;
  locationPrecision?: string;
  /** In the signer's own words. */
  refusal?: string;
  /** SHA-256 of the acceptance text, and its version. */
  acceptance?: string;
  /** What was filled in, field by field. */
  values?: { label: string; value: string }[];
  /** What of the signer's data was corrected after sending, a sentence each. */
  corrections?: string[];
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
