export { queueNotices, SEND_OUTCOME } from './avisos.ts';
export { createNoticeSender } from './avisos-enviar.ts';
export { VARIATIONS_KEPT_MS } from './contagem.ts';
export { createInvitationSender, inviteWhoseTurn, noteArrival, SEND_INVITATION } from './convites.ts';
export { criarDocumento, prepareDocument } from './criar.ts';
export type { DocumentosDeps } from './deps.ts';
export { endDocument, expirarDocumento } from './encerrar.ts';
export { checkDraft, markSent, refuseUnready } from './enviar.ts';
export { isInProgress, isOpen, isOverdue, SITUATION, statusAt, transition } from './estado.ts';
export { eventSigner, publishDocumentEvent } from './eventos.ts';
export {
  fulfilled,
  fulfilments,
  holds,
  isLive,
  type OwnData,
  PROVABLE,
  type Provable,
} from './fatores.ts';
export { lembrarPendentes } from './lembretes.ts';
export { answerDocumento, presentResumos } from './ler.ts';
export { createLinkTokens, endLink, type LinkTokens, rowsOfPerson } from './links.ts';
export { admitPdf } from './recebimento.ts';
export { checkDrawable } from './regras.ts';
export { rulesDespite } from './regras-parciais.ts';
export { type Brand, readSender, type SenderDetails } from './remetente.ts';
export { documentosHandlers } from './routes.ts';
export {
  type CampoRow,
  type DocumentoRow,
  type Evidence,
  type FatorRow,
  inEnvelopeOrder,
  isPending,
  type LiveFactor,
  type Proof,
  type Proofs,
  personKey,
  requiredFactors,
  type SignatarioRow,
  type SignatureForm,
  sameCase,
  whoseTurn,
} from './rows.ts';
export {
  findDocumento,
  insertInto,
  listCampos,
  listFatores,
  listSignatarios,
  lockDocumento,
  lockTogether,
  updateDocumento,
  updateSignatario,
} from './store.ts';
export { forgetTexts } from './store-listar.ts';
export { validationUrl } from './validation-url.ts';
export { listVersoes } from './versoes.ts';
