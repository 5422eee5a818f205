import type { FuncaoSignatario, SessaoAssinatura } from '@rubrica/contract';

/** The road as pure functions of what the server says: which steps there are, and which is open. */

export type Documento = SessaoAssinatura['documentos'][number];
export type Campo = Documento['campos'][number];

export const STEPS = ['inicio', 'fatores', 'documento', 'review'] as const;
export type Step = (typeof STEPS)[number];

/** What a session is, before any step of the road: still to be done, or over. */
export type Standing = 'percurso' | 'aguardando' | 'assinado' | 'recusado' | 'cancelado';

/** A person with documents of an envelope in different states is on the road as long as one awaits them. */
export function standingOf({ suaVez, signatario }: SessaoAssinatura): Standing {
  if (suaVez) return 'percurso';
  if (signatario.status === 'ASSINADO') return 'assinado';
  if (signatario.status === 'RECUSADO') return 'recusado';
  if (signatario.status === 'CANCELADO') return 'cancelado';
  return 'aguardando';
}

/** The person's own place in a document. */
export const placeOf = ({ pessoas }: Documento): Documento['pessoas'][number] | undefined =>
  pessoas.find(({ voce }) => voce);

/** In what role the person acts on documents, of which there may be none yet; MIXED where it is not the same in all. */
export function roleIn(documents: readonly Documento[]): FuncaoSignatario | 'MIXED' {
  const [role = 'ASSINAR', ...others] = new Set(documents.flatMap((documento) => placeOf(documento)?.funcao ?? []));
  return others.length > 0 ? 'MIXED' : role;
}

/** The person's name as a document has it; before they proved who they are, as one of the set has it. */
export const nameIn = (documento: Documento, { signatario }: SessaoAssinatura): string | null =>
  signatario.nome && (placeOf(documento)?.nome ?? signatario.nome);

/** Whether the documents that are open do not all have the person's name alike. */
export const namesDiffer = (session: SessaoAssinatura): boolean =>
  new Set(openDocuments(session).map((documento) => nameIn(documento, session))).size > 1;

/** Whether a document is in progress, be it that it waits for others alone. */
export const isUnderWay = ({ status }: Documento): boolean =>
  status === 'AGUARDANDO_ASSINATURAS' || status === 'PARCIALMENTE_ASSINADO';

/** The documents that still ask something of the person, who may have signed or refused others of the set. */
export const openDocuments = (session: SessaoAssinatura): Documento[] =>
  session.documentos.filter((documento) => isUnderWay(documento) && placeOf(documento)?.status === 'PENDENTE');

/** The only document of the link, or of several the one that is read; undefined while none of them is. */
export const documentAtHand = ({ documentos }: SessaoAssinatura, readId: string | null): Documento | undefined =>
  documentos.length === 1 ? documentos[0] : documentos.find(({ id }) => id === readId);

/** The documents that the person did not refuse: once nothing is open, those that they signed. */
export const keptDocuments = (session: SessaoAssinatura): Documento[] =>
  session.documentos.filter((documento) => placeOf(documento)?.status !== 'RECUSADO');

/** Whether everything the person signed is complete. */
export const isComplete = (session: SessaoAssinatura): boolean =>
  keptDocuments(session).every(({ status }) => status === 'ASSINADO');

/** Fields in the order in which a page is read, documents in the order of the session. */
export function fieldsOf(session: SessaoAssinatura): { documento: Documento; campo: Campo }[] {
  return openDocuments(session).flatMap((documento) =>
    [...documento.campos]
      .sort((a, b) => a.pagina - b.pagina || a.y - b.y || a.x - b.x)
      .map((campo) => ({ documento, campo })),
  );
}

/** The steps of this session. @param provedHere whether factors were still open when the page was opened */
export function stepsOf(session: SessaoAssinatura, provedHere: boolean): Step[] {
  const proved = session.autenticado && !provedHere;
  return STEPS.filter((step) => step !== 'fatores' || !proved);
}

/** The furthest step that what was done so far allows. */
export function furthestStep(session: SessaoAssinatura): Step {
  if (!session.autenticado) return 'fatores';
  return isRead(session) ? 'review' : 'documento';
}

export const isRead = (session: SessaoAssinatura): boolean =>
  openDocuments(session).every(({ leitura }) => leitura.concluida);

export const isAllowed = (session: SessaoAssinatura, step: Step): boolean =>
  STEPS.indexOf(step) <= STEPS.indexOf(furthestStep(session));
