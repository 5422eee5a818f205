import type { DadosNoEnvio } from '@rubrica/contract';
import { newSalt, saltedHash } from '../../core/chain.ts';
import type { Tx } from '../../core/sql.ts';
import { requiredFactors } from './people.ts';
import type { DocumentoRow, SignatarioRow } from './rows.ts';

/** A signer's data at sending, to which the chain commits (ADR 0033). */
function sentDataOf(documento: DocumentoRow, row: SignatarioRow): DadosNoEnvio {
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
  };
}

/**
 * Stores each signer's data as sent, each with its own salt.
 * @returns what the sending event contains about them, in the signers' order
 */
export async function keepSentData(
  tx: Tx,
  documento: DocumentoRow,
  signatarios: readonly SignatarioRow[],
): Promise<{ signatarioId: string; hash: string }[]> {
  const kept = signatarios.map((row) => ({ id: row.id, sal: newSalt(), dados: sentDataOf(documento, row) }));
  await tx.sql`
    update signatario s
       set envio_sal = novo.sal, envio_dados = novo.dados
      from jsonb_to_recordset(${tx.json(kept)}) as novo (id uuid, sal text, dados jsonb)
     where s.id = novo.id
       and s.documento_id = ${documento.id}
       and ${tx.here('s')}`;
  return kept.map(({ id, sal, dados }) => ({ signatarioId: id, hash: saltedHash(sal, dados) }));
}
