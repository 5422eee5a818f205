import type { Formulario, FormularioAConfirmar, LinkModelo } from '@rubrica/contract';
import type { Scope } from '../../core/scope.ts';
import type { SenderDetails } from '../documentos/index.ts';
import type { ModeloRow } from '../modelos/index.ts';
import { type FormularioRow, situationOf } from './store.ts';

/** A public link as its owner sees it. @param now of its scope */
export const presentLink = (row: FormularioRow, publicUrl: string, now: Date): LinkModelo => ({
  id: row.id,
  modeloId: row.modelo_id,
  titulo: row.titulo,
  papelId: row.papel_id,
  situacao: situationOf(row, now),
  limite: row.limite,
  expiraEm: row.expira_em?.toISOString() ?? null,
  respostas: row.respostas,
  impedimento:
    row.impedimento && row.impedido_em ? { motivo: row.impedimento, desde: row.impedido_em.toISOString() } : null,
  url: `${publicUrl}/formulario/${row.token}`,
  criadoPor: row.criado_por,
  criadoEm: row.criado_em.toISOString(),
});

/** The same as anybody sees it: nothing of the document but how long it is. */
export function presentForm(
  row: FormularioRow,
  modelo: Pick<ModeloRow, 'papeis' | 'paginas'>,
  sender: SenderDetails,
  { ambiente }: Pick<Scope, 'ambiente'>,
): Formulario {
  return {
    ambiente,
    titulo: row.titulo,
    papel: modelo.papeis.find(({ id }) => id === row.papel_id)?.rotulo ?? '',
    paginas: modelo.paginas,
    remetente: presentSender(sender),
  };
}

/**
 * What whoever has the message sees of it, and in whose name the document would be made: whoever knows the address may have asked,
 * by any name. @param nome null once it is confirmed
 */
export const presentConfirmation = (
  { titulo }: FormularioRow,
  nome: string | null,
  sender: SenderDetails,
  { ambiente }: Pick<Scope, 'ambiente'>,
): FormularioAConfirmar => ({ ambiente, titulo, nome, remetente: presentSender(sender) });

const presentSender = ({ shown, marca }: SenderDetails) => ({
  nome: shown.organizacao,
  marca: { corPrimaria: marca.corPrimaria, logo: marca.logo, nomeRemetente: marca.nomeRemetente },
});
