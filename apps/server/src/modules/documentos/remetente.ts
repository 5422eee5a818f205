import type { Row } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import type { Sender } from '../mensagens/index.ts';
import type { DocumentoRow } from './rows.ts';

/** How the sending organization is presented to a signer. */
export interface SenderDetails {
  readonly shown: Sender;
  readonly nomeRemetente: string;
  readonly emailResposta: string | null;
  readonly mensagemPadrao: string | null;
  readonly marca: Brand;
  /** Whose pages may show a signing page, and receive people back. */
  readonly origensPermitidas: readonly string[];
}

export interface Brand {
  readonly corPrimaria: string | null;
  readonly logo: string | null;
  readonly nomeRemetente: string | null;
  readonly emailResposta: string | null;
  readonly mensagemPadrao: string | null;
}

const DEFAULT_COLOR = '#1d4ed8';

type Sent = Pick<DocumentoRow, 'remetente'> & Partial<Pick<DocumentoRow, 'mensagem_padrao'>>;

/**
 * The organization as it presents itself now. About a document that was sent it is named as the evidence names it, and says what
 * it said then: renamed since, it would be shown to signers under a name that stands nowhere in what they signed, and another
 * standard message would change what they were told with it.
 */
export async function readSender(tx: Tx, sent?: Sent): Promise<SenderDetails> {
  const [row] = await tx.sql<
    Row<'organizacao', { nome: string; marca: Partial<Brand>; origens_permitidas: string[] }>[]
  >`select nome, marca, origens_permitidas from organizacao where id = ${tx.scope.organizacaoId}`;
  if (!row) throw new Error('the scope names no organization');
  const nome = sent?.remetente ?? row.nome;
  const marca: Brand = {
    corPrimaria: row.marca.corPrimaria ?? null,
    logo: row.marca.logo ?? null,
    nomeRemetente: row.marca.nomeRemetente ?? null,
    emailResposta: row.marca.emailResposta ?? null,
    mensagemPadrao: row.marca.mensagemPadrao ?? null,
  };
  return {
    shown: { organizacao: nome, corPrimaria: marca.corPrimaria ?? DEFAULT_COLOR, logo: marca.logo },
    nomeRemetente: marca.nomeRemetente ?? nome,
    emailResposta: marca.emailResposta,
    mensagemPadrao: (sent?.mensagem_padrao ?? marca.mensagemPadrao) || null,
    marca,
    origensPermitidas: row.origens_permitidas,
  };
}

/**
 * Where an answer to a message about documents goes: to the first address that one of them gives (`responderPara`), else to the
 * organization's.
 * @param documentos in the order that the person sees them in
 * @returns null if there is neither
 */
export const answersTo = (
  sender: Pick<SenderDetails, 'emailResposta'>,
  documentos: readonly Pick<DocumentoRow, 'responder_para'>[],
): string | null =>
  documentos.find(({ responder_para }) => responder_para !== null)?.responder_para ?? sender.emailResposta;
