import type { ConteudoAtivo, FatorDaSessao, PessoaDoDocumento, SessaoAssinatura } from '@rubrica/contract';
import { originOfReturn } from '@rubrica/contract';
import {
  answersTo,
  inEnvelopeOrder,
  isInProgress,
  isLive,
  isPending,
  type LiveFactor,
  presentCampo,
  receivesCopy,
  requiredFactors,
  type SenderDetails,
  type SignatarioRow,
  toldOf,
} from '../documentos/index.ts';
import { goalOf } from './factors/factor.ts';
import { factorOf } from './factors/index.ts';
import { isInPerson } from './in-person.ts';
import { maskEmail } from './mask.ts';
import {
  currentEntries,
  demandedFactors,
  type Entry,
  isTheirTurn,
  missingFactors,
  openEntries,
  personOf,
  type SigningSession,
} from './sessao.ts';
import { TEXTO_ACEITE } from './texto-aceite.ts';

/**
 * The factors required of the person, each with the destination of its code: if the documents have different addresses,
 * the one asked about next.
 */
export function presentFatores(session: SigningSession, enrolled: boolean): FatorDaSessao[] {
  const missing = missingFactors(session);
  return demandedFactors(session).map((fator) => ({
    fator,
    cumprido: !missing.includes(fator),
    destinoMascarado: isLive(fator) ? factorOf(fator).destination(askedAbout(session, fator)) : null,
    ...(fator === 'TOTP' ? { cadastrado: enrolled } : {}),
  }));
}

/** The signer a factor is asked about next, or was asked about. */
export function askedAbout(session: SigningSession, fator: LiveFactor): SignatarioRow {
  const demands = ({ documento, signatario }: Entry) => requiredFactors(documento, signatario).includes(fator);
  const next = goalOf(session, fator)?.entries[0] ?? currentEntries(session).find(demands) ?? session.entries[0];
  return next.signatario;
}

/** What a session shows beside the rows of its documents. */
export interface SessionDetails {
  readonly sender: SenderDetails;
  /** The person who sent it; null if a program did. */
  readonly sentBy: string | null;
  /** Whether the person has the authenticator that is required. */
  readonly enrolled: boolean;
  /** Active or hidden content in the documents' files, by file id. */
  readonly conteudo: ReadonlyMap<string, readonly ConteudoAtivo[]>;
}

/**
 * Who signs a document. Names are for those who proved who they are, like the file; how far somebody is who has not
 * acted yet is for the sender alone.
 * @param known the person's name where this document lacks it, as it is filled in there when they sign
 */
const presentPessoas = (
  { everyone, signatario }: Entry,
  known: string | null,
  autenticado: boolean,
): PessoaDoDocumento[] =>
  everyone.map((one) => ({
    nome: autenticado
      ? (one.nome ?? (one.id === signatario.id ? known : null) ?? (one.email && maskEmail(one.email)))
      : null,
    funcao: one.funcao,
    status: isPending(one) ? 'PENDENTE' : one.status,
    voce: one.id === signatario.id,
  }));

/**
 * The set as it is shown, its documents in the order of the envelope, headed by the one that tells where the person
 * stands: what still asks something of them, else what they signed.
 */
function headed(session: SigningSession, shown: readonly Entry[]): SigningSession {
  const open = openEntries(session);
  const leads = (entry: Entry) => (open.length > 0 ? open.includes(entry) : entry.signatario.status === 'ASSINADO');
  const first = shown.find(leads) ?? session.entries[0];
  return { ...session, entries: [first, ...shown.filter((entry) => entry !== first)] };
}

/** When the person had agreed for every document that is still theirs to sign; null while one of these is left. */
function acceptedAt(session: SigningSession): Date | null {
  const [first = null, ...rest] = currentEntries(session).map(({ signatario }) => signatario.aceito_em);
  return rest.reduce((last, at) => last && at && (at > last ? at : last), first);
}

/** Where the person is sent back to, while the organization still lists its origin. */
function returnAddress({ link }: SigningSession, shown: readonly Entry[], sender: SenderDetails): string | null {
  const url =
    link.url_retorno ?? shown.find(({ signatario }) => signatario.url_retorno)?.signatario.url_retorno ?? null;
  const origin = url && originOfReturn(url);
  return origin && sender.origensPermitidas.includes(origin) ? url : null;
}

/** What a person sees on opening the link: their own fields and factors; of the others, that they sign. */
export function presentSessao(session: SigningSession, details: SessionDetails): SessaoAssinatura {
  const { sender, sentBy, enrolled, conteudo } = details;
  // Loaded in the order of ids, for locking; shown in the order of the envelope.
  const shown = session.entries.toSorted((a, b) => inEnvelopeOrder(a.documento, b.documento));
  const whole = headed(session, shown);
  const person = personOf(whole);
  const { documento } = whole.entries[0];
  const autenticado = missingFactors(session).length === 0;
  const { corPrimaria, logo, nomeRemetente } = sender.marca;
  const copied = session.entries.find(({ signatario }) => receivesCopy(signatario))?.signatario.email ?? null;
  return {
    ambiente: documento.ambiente,
    signatario: {
      id: person.id,
      nome: person.nome,
      email: person.email && maskEmail(person.email),
      funcao: person.funcao,
      status: person.status,
      travarDados: currentEntries(session).some(({ signatario }) => signatario.travar_dados),
    },
    remetente: {
      organizacao: sender.shown.organizacao,
      nome: autenticado ? sentBy : null,
      emailResposta: answersTo(
        sender,
        shown.map((entry) => entry.documento),
      ),
      marca: { corPrimaria, logo, nomeRemetente },
    },
    mensagem: documento.mensagem ?? sender.mensagemPadrao,
    prazoEm: documento.prazo_em?.toISOString() ?? null,
    copiaPara: copied && maskEmail(copied),
    idioma: person.idioma,
    suaVez: openEntries(session).some(isTheirTurn),
    presencial: session.entries.some(({ signatario }) => isInPerson(session.link, signatario)),
    autenticado,
    fatores: presentFatores(session, enrolled),
    textoAceite: { ...TEXTO_ACEITE, aceitoEm: acceptedAt(session)?.toISOString() ?? null },
    documentos: shown.map((entry) => ({
      id: entry.documento.id,
      titulo: entry.documento.titulo,
      status: entry.documento.status,
      concluindo: entry.documento.assinado_por_todos_em !== null && isInProgress(entry.documento.status),
      nivelAssinatura: entry.documento.nivel_assinatura,
      codigoValidacao: autenticado && entry.documento.status === 'ASSINADO' ? entry.documento.codigo_validacao : null,
      paginas: entry.documento.paginas,
      recusavel: entry.documento.recusavel,
      delegavel: entry.signatario.delegavel,
      pessoas: presentPessoas(entry, person.nome, autenticado),
      leitura: {
        paginasLidas: entry.signatario.paginas_lidas,
        concluida: entry.signatario.leitura_concluida_em !== null,
      },
      campos: entry.campos.map((campo) => ({
        ...presentCampo(campo),
        // What the sender knows of the person is not for whoever else holds the link.
        ...(autenticado ? {} : { valorPadrao: null }),
      })),
      camposDoRemetente: autenticado ? entry.ofSender.map(presentCampo) : [],
      conteudoAtivo: autenticado ? toldOf(entry.documento, conteudo.get(entry.documento.arquivo_id) ?? []) : [],
    })),
    urlRetorno: returnAddress(session, shown, sender),
  };
}
