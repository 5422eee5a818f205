import type { CaixaQuery, CanalMensagem, MensagemCaixa, TipoMensagem } from '@rubrica/contract';
import type { MemberActor } from '../../core/actor.ts';
import type { Handlers } from '../../core/call.ts';
import type { Cursors } from '../../core/cursor.ts';
import { afterPlace, type Placed, pageOf, placeOf } from '../../core/page.ts';
import type { TextAttachment } from '../../core/ports.ts';
import { columnsOf, type Row } from '../../core/row.ts';
import type { Fragment, Tx } from '../../core/sql.ts';
import type { Waiting, Wanted } from '../../core/waiting.ts';

type CapturedRow = Row<
  'mensagem_capturada',
  {
    id: string;
    canal: CanalMensagem;
    tipo: TipoMensagem | null;
    destino: string;
    documentos: string[];
    signatario_id: string | null;
    link: string | null;
    codigo: string | null;
    de: string | null;
    responder_para: string | null;
    assunto: string | null;
    texto: string;
    html: string | null;
    anexos: TextAttachment[];
    criado_em: Date;
  }
> &
  Placed;

const administers = ({ papel }: MemberActor) => papel === 'PROPRIETARIO' || papel === 'ADMINISTRADOR';

/** The scope's messages that a member may see. */
const visible = ({ sql, here }: Tx, actor: MemberActor): Fragment =>
  administers(actor) ? here() : sql`${here()} and not reservada`;

type Filters = Required<Pick<Nulled<CaixaQuery>, 'destino' | 'documentoId' | 'canal' | 'tipo' | 'desde'>>;
type Nulled<T> = { [K in keyof T]: T[K] | null };

const filtersOf = ({ destino, documentoId, canal, tipo, desde }: CaixaQuery): Filters => ({
  destino: destino?.toLowerCase() ?? null,
  documentoId: documentoId ?? null,
  canal: canal ?? null,
  tipo: tipo ?? null,
  desde: desde === undefined ? null : new Date(desde).toISOString(),
});

const passing = (tx: Tx, actor: MemberActor, { destino, documentoId, canal, tipo, desde }: Filters): Fragment => {
  const { sql } = tx;
  return sql`
    ${visible(tx, actor)}
    ${destino === null ? sql`` : sql`and lower(destino) = ${destino}`}
    ${documentoId === null ? sql`` : sql`and ${documentoId}::uuid = any (documentos)`}
    ${canal === null ? sql`` : sql`and canal = ${canal}`}
    ${tipo === null ? sql`` : sql`and tipo = ${tipo}`}
    ${desde === null ? sql`` : sql`and criado_em >= ${desde}::timestamptz`}`;
};

const present = (row: CapturedRow): MensagemCaixa => ({
  id: row.id,
  canal: row.canal,
  tipo: row.tipo,
  destino: row.destino,
  documentoId: row.documentos[0] ?? null,
  signatarioId: row.signatario_id,
  link: row.link,
  codigo: row.codigo,
  de: row.de,
  responderPara: row.responder_para,
  anexos: row.anexos,
  assunto: row.assunto,
  texto: row.texto,
  html: row.html,
  criadoEm: row.criado_em.toISOString(),
});

export interface MensagensDeps {
  readonly cursors: Cursors;
  /** Those who wait for messages. */
  readonly mailbox: Waiting<Wanted>;
}

export function mensagensHandlers({ cursors, mailbox }: MensagensDeps): Handlers<'listarCaixa' | 'esvaziarCaixa'> {
  return {
    listarCaixa: (call) => {
      const filters = filtersOf(call.query);
      const read = () =>
        call.read(async (tx) => {
          const { sql, scope } = tx;
          const { organizacaoId, ambiente } = scope;
          const bound = {
            operacao: 'caixa',
            organizacaoId,
            ambiente,
            administers: administers(call.actor),
            ...filters,
          };
          const body = await pageOf(cursors, tx.now, call.query, bound, {
            page: (after, limit) => sql<CapturedRow[]>`
              select ${columnsOf('mensagem_capturada')}, ${placeOf(tx)}
                from mensagem_capturada
               where ${passing(tx, call.actor, filters)}
                 ${afterPlace(tx, after)}
               order by criado_em desc, id desc
               limit ${limit}`,
            total: async () => {
              const [row] = await sql<{ total: number }[]>`
                select count(*) as total from mensagem_capturada where ${passing(tx, call.actor, filters)}`;
              return row?.total ?? 0;
            },
            key: (row) => [row.lugar, row.id],
            present,
          });
          return { body };
        });
      const waitMs = (call.query.aguardar ?? 0) * 1000;
      return mailbox.read(
        { scope: call.scope, recheck: call.recheck },
        waitMs,
        read,
        ({ body }) => body.itens.length === 0,
      );
    },

    esvaziarCaixa: (call) =>
      call.write(async (tx) => {
        await tx.sql`delete from mensagem_capturada where ${visible(tx, call.actor)}`;
        return { body: undefined };
      }),
  };
}
