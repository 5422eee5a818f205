/**
 * Documents, signers and links as the contract and the decisions describe them, in plain values: no table, no queue, no
 * line of the product. Every act says what may be answered and, where it succeeds, what is different afterwards.
 */

export type Factor = 'EMAIL' | 'SMS_OTP' | 'TOTP' | 'DADOS_PESSOAIS';
export type Canal = 'EMAIL' | 'SMS' | 'LINK';
export type DocumentStatus =
  | 'RASCUNHO'
  | 'AGUARDANDO_ASSINATURAS'
  | 'PARCIALMENTE_ASSINADO'
  | 'ASSINADO'
  | 'RECUSADO'
  | 'CANCELADO'
  | 'EXPIRADO';
export type Funcao = 'ASSINAR' | 'APROVAR' | 'RECONHECER' | 'TESTEMUNHAR' | 'ACUSAR_RECEBIMENTO' | 'ENDOSSAR';
export type SignerStatus = 'PENDENTE' | 'ENVIADO' | 'VISUALIZADO' | 'ASSINADO' | 'RECUSADO' | 'CANCELADO';

export interface Link {
  readonly canal: Canal;
  readonly destino: string | null;
  /** What the person was sent or the sender was shown; unknown until then. */
  token: string | null;
  alive: boolean;
}

/** What a request can say of a signer. */
export interface SignerData {
  nome: string;
  funcao: Funcao;
  email: string | null;
  telefone: string | null;
  /** CPF and date of birth, which only come together here. */
  pessoais: { cpf: string; dataNascimento: string } | null;
  metodo: Canal;
  fatores: Factor[] | null;
  ordem: number | null;
  /** Whether name and CPF may not be corrected when signing. */
  travado: boolean;
  presencial: boolean;
  delegavel: boolean;
}

export interface Signatario extends SignerData {
  readonly id: string;
  status: SignerStatus;
  invited: boolean;
  links: Link[];
  viewed: boolean;
  fulfilled: Set<Factor>;
  /** The link through which EMAIL was fulfilled. */
  emailBy: Link | null;
  /** Who passed this place on last. */
  delegadoDe: { nome: string; email: string | null } | null;
  /** Whether `signer.authenticated` was told since the contact last changed. */
  authenticated: boolean;
  hasRead: boolean;
  accepted: boolean;
  resends: number[];
  corrections: number[];
  factors: Map<Factor, FactorState>;
}

/** The codes of one factor of one signer. */
export interface FactorState {
  asked: { to: string; at: number }[];
  codigo: { valor: string; expires: number } | null;
}

export interface Campo {
  tipo: 'ASSINATURA' | 'RUBRICA' | 'DATA';
  owner: string | null;
}

/** Options of a document that a request may set and a PATCH may change. */
export interface Options {
  nivel: 'ELETRONICA' | 'SEGURA';
  fatores: Factor[];
  ordenado: boolean;
  recusavel: boolean;
  parar: boolean;
  prazo: number | null;
}

/** A file of a document. */
export interface Pdf {
  readonly bytes: Buffer;
  readonly pages: number;
}

export interface Documento extends Options {
  readonly id: string;
  /** What may be adjusted after sending, besides the deadline. */
  expira: number | null;
  descricao: string | null;
  /** What was uploaded first, and what is to be signed. */
  readonly first: Pdf;
  file: Pdf;
  /** When the deadline was adjusted. */
  adjusted: number[];
  /** `acao signatario …`, one entry for each event of the trail that an act of the model leads to, in their order. */
  readonly trail: string[];
  status: DocumentStatus;
  deleted: boolean;
  signatarios: Signatario[];
  campos: Campo[];
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
const ENVELOPES = 20;

/** A secret somebody was offered, and the last step its codes were used of. */
export interface Authenticator {
  readonly secret: string;
  step: number;
  confirmed: boolean;
}

export interface Guesses {
  failures: number;
  restsUntil: number;
}

/** What a message to a person is expected to be: an invitation or a code. */
export interface Delivery {
  readonly to: string;
  readonly canal: 'EMAIL' | 'SMS';
  readonly link: Link;
  readonly signatario: Signatario;
}

export class Model {
  readonly documentos: Documento[] = [];
  /** `evento documento signatario`, one entry for each that must be told. */
  readonly events: string[] = [];
  readonly metered = { ENVELOPE_ENVIADO: 0, DOCUMENTO_ENVIADO: 0, ASSINATURA_COLETADA: 0 };
  /** E-mails and SMS to signers, invitations and codes; and notices of how a document ended, to whomever. */
  readonly messages = { EMAIL: 0, SMS: 0, NOTICE: 0 };
  /** Invitations on their way: the act that made them waits for their arrival. */
  deliveries: Delivery[] = [];
  /** Authenticators kept for an e-mail. */
  readonly authenticators = new Map<string, Authenticator>();
  /** Those of one signer of one document, by the signer. */
  readonly ownAuthenticators = new Map<string, Authenticator>();
  /** Wrong answers in a row, by what is guessed at. */
  readonly guesses = new Map<string, Guesses>();

  tell(evento: string, documento: Documento, signatario?: Signatario): void {
    this.events.push([evento, documento.id, signatario?.id ?? ''].join(' ').trim());
  }

  get allowanceUsed(): boolean {
    return this.metered.ENVELOPE_ENVIADO >= ENVELOPES;
  }
}

/** @param more what else the event says: a factor, a role, what is void by it, in whose presence it was done */
export function note(documento: Documento, acao: string, signatario?: Signatario, ...more: (string | false)[]): void {
  documento.trail.push([acao, signatario?.id, ...more].filter(Boolean).join(' '));
}

export const inProgress = ({ status }: Documento) =>
  status === 'AGUARDANDO_ASSINATURAS' || status === 'PARCIALMENTE_ASSINADO';

export const isPending = ({ status }: Signatario) => !['ASSINADO', 'RECUSADO', 'CANCELADO'].includes(status);

export const required = (documento: Options, signatario: SignerData): Factor[] =>
  signatario.fatores ?? documento.fatores;

export const missing = (documento: Documento, signatario: Signatario): Factor[] =>
  required(documento, signatario).filter((fator) => !signatario.fulfilled.has(fator));

/** Signers of the lowest unfinished order, or everyone pending where there is none. */
export function whoseTurn(documento: Documento): Signatario[] {
  const pending = documento.signatarios.filter(isPending);
  if (!documento.ordenado) return pending;
  const lowest = Math.min(...pending.map(({ ordem }) => ordem ?? Number.POSITIVE_INFINITY));
  return pending.filter(({ ordem }) => (ordem ?? Number.POSITIVE_INFINITY) === lowest);
}

type Deadlines = Pick<Documento, 'prazo' | 'expira'>;

export const deadlinePassed = ({ prazo, expira }: Deadlines, now: number) =>
  [prazo, expira].some((deadline) => deadline !== null && deadline <= now);

/** Whether deadlines are such that a request may name them. */
export function isTimely(named: Partial<Deadlines>, { prazo, expira }: Deadlines, now: number): boolean {
  const given = [named.prazo, named.expira].filter((deadline) => deadline !== undefined);
  const ahead = given.every((deadline) => deadline === null || deadline > now);
  return ahead && (given.length === 0 || prazo === null || expira === null || prazo <= expira);
}

/** Whether the signer's own data carry its factors and the document's. */
export function isValidSigner(documento: Options, signatario: SignerData): boolean {
  const fatores = required(documento, signatario);
  return (
    documento.fatores.every((fator) => fatores.includes(fator)) &&
    (!fatores.includes('EMAIL') || signatario.email !== null) &&
    (!fatores.includes('SMS_OTP') || signatario.telefone !== null) &&
    (!fatores.includes('DADOS_PESSOAIS') || signatario.pessoais !== null) &&
    (!signatario.presencial || signatario.metodo === 'LINK')
  );
}

/** Whether an invitation could reach the signer. */
export const isReachable = ({ metodo, email, telefone }: SignerData) =>
  metodo === 'LINK' || (metodo === 'EMAIL' ? email !== null : telefone !== null);

export const isValidLevel = ({ nivel, fatores }: Options) =>
  nivel !== 'SEGURA' || fatores.includes('SMS_OTP') || fatores.includes('TOTP');

/** Whether a draft may be written like this; deadlines apart, which only a request that names them is held to. */
export function isConsistent(options: Options, signatarios: readonly SignerData[]): boolean {
  return isValidLevel(options) && signatarios.every((signatario) => isValidSigner(options, signatario));
}

/** Drawn fields need an owner as soon as there is anyone to own them; with one signer it is that one. */
export function withOwners(campos: readonly Campo[], signatarios: readonly { id: string }[]): Campo[] | null {
  const only = signatarios.length === 1 ? (signatarios[0]?.id ?? null) : null;
  const owned = campos.map((campo) => ({ ...campo, owner: campo.owner ?? only }));
  const orphan = owned.some(({ tipo, owner }) => owner === null && tipo !== 'DATA');
  const stranger = owned.some(({ owner }) => owner !== null && !signatarios.some(({ id }) => id === owner));
  return stranger || (orphan && signatarios.length > 0) ? null : owned;
}

/** A draft that nothing happened to yet but its creation. */
export function newDocument(
  model: Model,
  parts: Pick<Documento, keyof Options | 'id' | 'expira' | 'descricao' | 'file'>,
) {
  const documento: Documento = {
    ...parts,
    first: parts.file,
    status: 'RASCUNHO',
    deleted: false,
    signatarios: [],
    campos: [],
    adjusted: [],
    trail: [],
  };
  model.documentos.push(documento);
  model.tell('document.created', documento);
  note(documento, 'DOCUMENTO_CRIADO');
  return documento;
}

export function newSigner(id: string, dados: SignerData): Signatario {
  return {
    ...dados,
    id,
    status: 'PENDENTE',
    invited: false,
    links: [],
    viewed: false,
    fulfilled: new Set(),
    emailBy: null,
    delegadoDe: null,
    authenticated: false,
    hasRead: false,
    accepted: false,
    resends: [],
    corrections: [],
    factors: new Map(),
  };
}

export function factorOf(signatario: Signatario, fator: Factor): FactorState {
  const known = signatario.factors.get(fator) ?? { asked: [], codigo: null };
  signatario.factors.set(fator, known);
  return known;
}

/** A new link, and the message that carries it unless it is handed out. */
export function newLink(model: Model, signatario: Signatario): void {
  const { metodo, email, telefone } = signatario;
  const destino = metodo === 'EMAIL' ? email : metodo === 'SMS' ? telefone : null;
  const link: Link = { canal: metodo, destino, token: null, alive: true };
  signatario.links.push(link);
  if (metodo === 'LINK') return;
  model.deliveries.push({ to: destino ?? '', canal: metodo, link, signatario });
  model.messages[metodo] += 1;
}

/** What the trail says of an act by a link that the sender handed over to be used in their presence. */
export const inPerson = ({ canal }: Link, { presencial }: Signatario) => presencial && canal === 'LINK' && 'presencial';

const hasLink = ({ links }: Signatario) => links.some(({ alive, canal }) => alive && canal === 'LINK');

/** Links handed out exist from the start, whoever's turn it is. */
export function handOutLinks(model: Model, documento: Documento): void {
  for (const signatario of documento.signatarios) {
    if (signatario.metodo !== 'LINK' || hasLink(signatario) || !isPending(signatario)) continue;
    newLink(model, signatario);
  }
}

/** Invites whose turn has come. */
export function invite(model: Model, documento: Documento): void {
  for (const signatario of whoseTurn(documento).filter(({ invited }) => !invited)) {
    signatario.invited = true;
    if (signatario.metodo === 'LINK') signatario.status = 'ENVIADO';
    else newLink(model, signatario);
  }
  handOutLinks(model, documento);
}

export function killLinks(signatario: Signatario): void {
  for (const link of signatario.links) link.alive = false;
}

/** Who is told how a document ended: whom an e-mail reached, and the sender, unless it was they who ended it. */
function notify(model: Model, documento: Documento, outcome: DocumentStatus): void {
  const hears = ({ status }: Signatario) =>
    ['ENVIADO', 'VISUALIZADO', 'ASSINADO'].includes(status) || (status === 'RECUSADO' && outcome !== 'ASSINADO');
  const reached = documento.signatarios.filter((one) => one.metodo === 'EMAIL' && hears(one));
  model.messages.NOTICE += reached.length + (outcome === 'CANCELADO' ? 0 : 1);
}

/** Ends a document short of completion. */
export function end(model: Model, documento: Documento, status: 'CANCELADO' | 'EXPIRADO' | 'RECUSADO'): void {
  notify(model, documento, status);
  for (const signatario of documento.signatarios) {
    if (isPending(signatario)) signatario.status = 'CANCELADO';
    killLinks(signatario);
  }
  documento.status = status;
}

/** What follows when somebody acted for the last time: the next are invited, or the document is complete. */
export function goOn(model: Model, documento: Documento): void {
  if (documento.signatarios.some(isPending)) {
    invite(model, documento);
    return;
  }
  notify(model, documento, 'ASSINADO');
  documento.status = 'ASSINADO';
  model.tell('document.completed', documento);
  note(documento, 'DOCUMENTO_CONCLUIDO');
}

/** Expires what fell due. */
export function expire(model: Model, now: number): void {
  const due = model.documentos.filter((documento) => inProgress(documento) && deadlinePassed(documento, now));
  for (const documento of due) {
    end(model, documento, 'EXPIRADO');
    model.tell('document.expired', documento);
    note(documento, 'DOCUMENTO_EXPIRADO');
  }
}

/** Whether the person did anything that would be somebody else's act once they are corrected. */
export const touched = ({ viewed, fulfilled, hasRead, accepted }: Signatario) =>
  viewed || fulfilled.size > 0 || hasRead || accepted;

/** A corrected person: old links, factors, codes, reading and acceptance were somebody else's. */
export function changePerson(model: Model, documento: Documento, signatario: Signatario): void {
  const voided = touched(signatario);
  killLinks(signatario);
  signatario.fulfilled = new Set();
  for (const state of signatario.factors.values()) Object.assign(state, { codigo: null });
  model.ownAuthenticators.delete(signatario.id);
  if (!signatario.invited) return;
  Object.assign(signatario, { viewed: false, authenticated: false, hasRead: false, accepted: false });
  signatario.status = signatario.metodo === 'LINK' || voided ? 'ENVIADO' : 'PENDENTE';
  if (signatario.metodo !== 'LINK') newLink(model, signatario);
  handOutLinks(model, documento);
}
