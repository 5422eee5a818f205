/**
 * The certificate's content as plain values. Dates and times are already formatted, with their offset from UTC (for
 * example "21/11/2026 10:03:22 (UTC−03:00)"); if a value is absent, its line is left out.
 */
export type CertificateView = {
  /** Validation code and the address behind the QR code. */
  code: string;
  url: string;
  /** Whose digital certificate seals the files. */
  issuer: string;
  /** Who runs the service that seals, and their CNPJ or CPF. */
  operator?: { name: string; document?: string };
  /** The seal's digital certificate: SHA-256 in hexadecimal, its issuer, and its validity period. */
  sealFacts?: { fingerprint: string; issuer: string; validity: string };
  /** When the certificate was issued, formatted, and as a date for the file's metadata. */
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
    /** Envelope title, if the document belongs to one. */
    envelope?: string;
  };
  /** CNPJ or CPF of the sender. */
  sentByDocument?: string;
  /** Active or hidden content of the file that was sent, one sentence each. */
  activeContent?: string[];
  /** What the sender wrote on the pages, one entry a field: its name and page, and the text. */
  senderFields?: { label: string; value: string }[];
  /** The level's name and what it means in plain words. */
  level: { name: string; explanation: string };
  /** SHA-256 in hexadecimal of the file as uploaded and of the signed file. */
  hashes: { original: string; signed: string };
  /** What kind of seal the signed file has, in words. */
  seal?: string;
  signers: CertificateSigner[];
  events: CertificateEvent[];
  /** How the hash chain works and where it begins; one paragraph per entry. */
  chain: { first: string; explanation: string[] };
  /** SHA-256 of the embedded content, of the previous version if there is one, and of this version. */
  record: { content: string; previous?: string; hash: string };
  /** Legal basis and its limits, one paragraph per entry. */
  legal: string[];
  /** Laws and judgments used by courts, with what each says: references, not claims. */
  references?: { name: string; text: string }[];
  /** Every text that somebody agreed to, in full, with the SHA-256 that identifies it in their proofs. */
  acceptanceTexts?: { version: string; hash: string; text: string }[];
  /** What the reader must know, for example that the timestamp authority was unreachable. */
  notes?: string[];
  /** Drawn across every page, for test environments. */
  watermark?: string;
};

export type CertificateSigner = {
  name: string;
  /** Role in words, for example "Parte" or "Testemunha". */
  role: string;
  /** The contact to which the link was sent, and by which channel. */
  contact?: string;
  /** That the person signed on a device they were handed, and who says so; a sentence. */
  inPerson?: string;
  document?: string;
  transactionId?: string;
  /** Status in words, for example "Assinou" or "Recusou". */
  status: string;
  /** The factors that were required. */
  factors: { name: string; fulfilledAt?: string }[];
  /**
   * What was proven: the factor, the value it was proven for, when and by what, and from where unless the person acted from
   * there. Replaces `factors` if given.
   */
  provenBy?: { factor: string; value: string; at: string; how: string; elsewhere?: string }[];
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
  /** How the IP address was obtained, in words. */
  ipSource?: string;
  /** Browser and operating system in words. */
  device?: string;
  /** The browser's User-Agent. */
  userAgent?: string;
  /** Location and its precision, in words. */
  location?: string;
  locationPrecision?: string;
  /** In the signer's own words. */
  refusal?: string;
  /** SHA-256 of the acceptance text, and its version. */
  acceptance?: string;
  /** The values filled in, field by field. */
  values?: { label: string; value: string }[];
  /** By whom, and to whom, the place of the signer was passed on after sending, one sentence each. */
  passedOn?: string[];
  /** Corrections of the signer's data after sending, one sentence each. */
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
