import { defineModule } from '../../core/module.ts';
import { jobs } from './jobs.ts';
import { QUEUES } from './queues.ts';
import { documentosHandlers } from './routes.ts';
import { sweeps } from './sweeps.ts';

export const documentos = defineModule({ handlers: documentosHandlers, queues: QUEUES, jobs, sweeps });

export { anchorTexts, ofEntries, type PageText, type Placed, placeFields, readText } from './anchors.ts';
export { inviteWhoseTurn, noteArrival } from './convites.ts';
export { criarDocumento, type Draft, holdNamed, missingToSend, type NewDocument, prepareDocument } from './criar.ts';
export { passOn } from './delegation.ts';
export type { DocumentosDeps } from './deps.ts';
export { createEditingTokens } from './editing-tokens.ts';
export { endDocument, expireDocumento } from './encerrar.ts';
export { checkDraft, enviarDocumento, markSent, refuseUnready, type SendingDeps } from './enviar.ts';
export { isInProgress, isOpen, isOverdue, SITUATION, statusAt, transition } from './estado.ts';
export { emitDocumentEvent, eventData, eventDocument, eventSigner } from './eventos.ts';
export {
  fulfilled,
  fulfilments,
  holds,
  isLive,
  type OwnData,
  PROVABLE,
  type Provable,
} from './fatores.ts';
export { answerDocumento, answerSignatario, presentSummaries } from './ler.ts';
export { createLinkTokens, endLink, type LinkPurpose, type LinkTokens, livingLinks, rowsOfPerson } from './links.ts';
export { activeMember, queueNotices, receivesCopy, responsibleFor } from './notices.ts';
export { isListed } from './origins.ts';
export { type OwnReference, ownReferenceChanges, presentOwnReference } from './own-reference.ts';
export { readUnknownTags, type TextDeps } from './page-text.ts';
export { rulesDespite } from './partial-rules.ts';
export { isPending, personKey, requiredFactors, sameCase } from './people.ts';
export { presentCampo } from './present.ts';
export { admitPdf } from './recebimento.ts';
export { answersTo, type Brand, readSender, type SenderDetails } from './remetente.ts';
export type {
  CampoRow,
  DocumentoRow,
  Evidence,
  FatorRow,
  LiveFactor,
  Marca,
  Marcas,
  Proof,
  Proofs,
  SignatarioRow,
  SignatureForm,
} from './rows.ts';
export { checkDrawable } from './rules.ts';
export { panelOf } from './send-notices.ts';
export { fieldsAsSent } from './sent-data.ts';
export { inEnvelopeOrder, whoseTurn } from './signing-order.ts';
export {
  camposOf,
  findDocumento,
  findDocumentos,
  insertInto,
  listCampos,
  listFatores,
  listSignatarios,
  lockDocumento,
  lockDocumentos,
  lockTogether,
  signatariosOf,
  statusesOf,
  updateDocumento,
  updateSignatario,
} from './store.ts';
export { forgetTexts } from './store-listar.ts';
export { byKey, coveredTags, fieldsOfTags, keyOfLabel, madeByTags, tagsIn, tagsLeft, toldOf } from './tags.ts';
export { createTicketFinders, createTicketResolvers, sessionOf } from './tickets.ts';
export { validationUrl } from './validation-url.ts';
export { listVersoes } from './versoes.ts';
