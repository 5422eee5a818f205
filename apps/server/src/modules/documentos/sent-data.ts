import type { CampoNoEnvio, DadosNoEnvio } from '@rubrica/contract';
import { newSalt, saltedHash } from '../../core/chain.ts';
import type { Tx } from '../../core/sql.ts';
import { requiredFactors } from './people.ts';
import type { Aggregate, CampoRow, SignatarioRow } from './rows.ts';

/** What is asked where, or stands there by the sender, as the chain commits to it (ADR 0082). */
const fieldAsSent = (row: CampoRow): CampoNoEnvio => ({
  campoId: row.id,
  tipo: row.tipo,
  pagina: row.pagina,
  x: row.x,
  y: row.y,
  largura: row.largura,
  altura: row.altura,
  z: row.z,
  rotulo: row.rotulo,
  obrigatorio: row.obrigatorio,
  valorPadrao: row.valor_padrao,
});

/**
 * Someone's fields in the form that is hashed, by id. @param owner null for those that the sender filled in
 */
export const fieldsAsSent = (campos: readonly CampoRow[], owner: string | null): CampoNoEnvio[] =>
  campos
    .filter(({ signatario_id }) => signatario_id === owner)
    .map(fieldAsSent)
    .sort((a, b) => (a.campoId < b.campoId ? -1 : 1));

/** A signer's data at sending, to which the chain commits (ADR 0033, 0082). */
function sentDataOf({ documento, campos }: Aggregate, row: SignatarioRow): DadosNoEnvio {
  return {
    signatarioId: row.id,
    funcao: row.funcao,
    nome: row.nome,
    email: row.email,
    telefone: row.telefone,
    cpf: row.cpf,
    dataNascimento: row.data_nascimento,
    metodoEntrega: row.metodo_entrega,
    ordem: row.ordem,
    fatoresExigidos: requiredFactors(documento, row),
    ...(row.presencial ? { presencial: true } : {}),
    campos: fieldsAsSent(campos, row.id),
  };
}

/**
 * Stores each signer's data as sent, each with its own salt.
 * @returns what the sending event contains about them, in the signers' order
 */
export async function keepSentData(tx: Tx, aggregate: Aggregate): Promise<{ signatarioId: string; hash: string }[]> {
  const { documento, signatarios } = aggregate;
  const kept = signatarios.map((row) => ({ id: row.id, sal: newSalt(), dados: sentDataOf(aggregate, row) }));
  await tx.sql`
    update signatario s
       set envio_sal = novo.sal, envio_dados = novo.dados
      from jsonb_to_recordset(${tx.json(kept)}) as novo (id uuid, sal text, dados jsonb)
     where s.id = novo.id
       and s.documento_id = ${documento.id}
       and ${tx.here('s')}`;
  return kept.map(({ id, sal, dados }) => ({ signatarioId: id, hash: saltedHash(sal, dados) }));
}
